"""Known faults of the packages that are locked: ``make audit``.

``python -m tests.auditing PIP_AUDIT`` asks the public lists of the Python packages and of the
client's. Exit 0: every package was looked up, and nothing is known; 1: a fault is known; 2: a list
could not be asked, or did not know a package, and so nothing is said of it. The tools themselves
pass what they could not look up.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT: Final = Path(__file__).resolve().parents[1]
WELL, FAULTY, UNKNOWN = 0, 1, 2
SHOWN: Final = 5


class Verdict(NamedTuple):
    """What a list says: 0, 1 or 2 as above, and the same in words."""

    code: int
    words: str


def of_python(text: str) -> Verdict:
    """Return what pip-audit said, as JSON."""
    packages = _read(text).get("dependencies") or []
    skipped = [one["name"] for one in packages if "skip_reason" in one]
    found = [
        f"{one['name']} {one['version']}: {fault['id']}, mended in "
        f"{', '.join(fault['fix_versions']) or 'no version yet'}"
        for one in packages
        for fault in one.get("vulns", ())
    ]
    if found:
        return Verdict(FAULTY, "\n".join(["Python packages with known faults:", *found]))
    if skipped or not packages:
        names = ", ".join(skipped[:SHOWN]) + (" and others" if len(skipped) > SHOWN else "")
        told = f"{len(skipped)} of {len(packages)} Python packages ({names})" if packages else ""
        reason = "the list of known faults could not be asked, or does not know them"
        return Verdict(UNKNOWN, f"NOT CHECKED: {told or 'no Python package'}: {reason}")
    return Verdict(WELL, f"{len(packages)} Python packages: no known fault")


def of_client(text: str) -> Verdict:
    """Return what npm audit said, as JSON."""
    told = _read(text)
    counts = told.get("metadata", {}).get("vulnerabilities")
    if counts is None:
        error = told.get("error") or {}
        reason = told.get("message") or error.get("summary") or "it gave no answer"
        return Verdict(
            UNKNOWN, f"NOT CHECKED: the packages of the client: the npm registry: {reason}"
        )
    if not counts["total"]:
        return Verdict(WELL, "packages of the client: no known fault")
    found = [f"{name}: {one['severity']}" for name, one in told["vulnerabilities"].items()]
    return Verdict(FAULTY, "\n".join(["packages of the client with known faults:", *found]))


def _read(text: str) -> dict[str, Any]:
    try:
        told = json.loads(text)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def _asked(*words: str, folder: Path = ROOT, path: str = "") -> str:
    """Return what a command says; its exit code is not believed."""
    env = {**os.environ, "PATH": path or os.environ.get("PATH", "")}
    try:
        done = subprocess.run(
            words, cwd=folder, env=env, capture_output=True, text=True, check=False
        )
    except OSError as error:
        return json.dumps({"message": f"{words[0]} cannot be run: {error.strerror}"})
    return done.stdout


def _npm() -> tuple[list[str], str]:
    """Return how npm is called here, and the search path for it, as the client is built with it."""
    spec = spec_from_file_location("building", ROOT / "web" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    building: Any = module_from_spec(spec)
    spec.loader.exec_module(building)
    program, path = building.commands()
    return program or ["npm"], path


def main(argv: Sequence[str] | None = None) -> int:
    """Ask both lists, whatever the first says; print what they say."""
    (tool,) = sys.argv[1:] if argv is None else argv
    locks = [word for file in sorted(ROOT.glob("locks/*.txt")) for word in ("-r", str(file))]
    npm, path = _npm()
    said = [
        of_python(_asked(tool, "--require-hashes", "--disable-pip", "-f", "json", *locks)),
        of_client(_asked(*npm, "audit", "--json", folder=ROOT / "web", path=path)),
    ]
    for verdict in said:
        print(verdict.words)
    codes = {verdict.code for verdict in said}
    return FAULTY if FAULTY in codes else max(codes)


if __name__ == "__main__":
    sys.exit(main())
