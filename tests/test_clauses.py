"""Every clause of every rulebook is named by a test that proves it.

`clauses.txt` lists the clauses; a test names those it proves in its docstring, so that a search for
``BZ-8.3c`` finds the rule's text and its proof.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
CLAUSES = (TESTS / "clauses.txt").read_text(encoding="utf-8").split()
NAMED = re.compile(r"\b(?:BZ|PG|EF)-[A-Z0-9]\w*(?:\.\w+)*")


@cache
def proofs() -> dict[str, list[str]]:
    """Return, by clause, the tests whose docstring names it."""
    found: dict[str, list[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for clause in NAMED.findall(ast.get_docstring(node) or ""):
                    found.setdefault(clause, []).append(f"{file.name}::{node.name}")
    return found


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_named_by_a_test(clause: str) -> None:
    assert proofs().get(clause), f"no test names {clause}"


def test_no_clause_is_listed_twice() -> None:
    assert len(CLAUSES) == len(set(CLAUSES))


def test_no_test_names_a_lettered_clause_that_is_not_listed() -> None:
    """A name without a letter may be that of a whole rule (BZ-8.2); one with a letter is a slip."""
    lettered = {clause for clause in proofs() if re.search(r"\d[a-z]$", clause)}
    assert lettered <= set(CLAUSES)
