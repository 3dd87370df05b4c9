"""English is written where it is said; another language stands in a text file, by the English.

The file has one table, ``[french]``, whose keys are the English texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.datafile import TomlFile

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from grognard.engine.forbidden import Forbidden


class Speaker:
    """Says a text in its language, with facts filled in.

    >>> Speaker("fr", {"attack of {value}": "attaque de {value}"})("attack of {value}", value=40)
    'attaque de 40'
    """

    def __init__(self, language: str, french: Mapping[str, str] | None = None) -> None:
        self.language = language
        self._said = {**SHARED, **(french or {})} if language == "fr" else {}

    def __call__(self, text: str, **facts: object) -> str:
        """Return the text; one that the language lacks is said in English."""
        said = self._said.get(text, text)
        return said.format(**facts) if facts else said

    def refusal(self, error: Forbidden) -> str:
        """Return a refusal with its rule."""
        return f"{error.rule}: {self(error.template, **error.facts)}"


def read_french(file: Path) -> dict[str, str]:
    """Return the French of a game's calculator, by the English it renders."""
    root = TomlFile(file).root
    section = root.section("french")
    said = {english: section.text(english) for english in section}
    root.finish()
    return said


SHARED: Final = {
    "rule": "règle",
    "what": "quoi",
    "figure": "chiffre",
    "all modifiers": "tous les modificateurs",
    "chance": "chance",
    "chance or mean": "chance ou moyenne",
    "outcome": "issue",
    "summary": "résumé",
    "column": "colonne",
    "dice": "dés",
    "die": "dé",
    "line": "ligne",
    "attacker": "attaquant",
    "defender": "défenseur",
    "choices": "choix",
    "value": "valeur",
    "steps": "pas",
    "hex": "hexagone",
    "margin": "marge",
    "weights": "poids donnés",
    "{who}: {what}": "{who} : {what}",
    "--{name} is a whole number from {least} to {most}, not {given}": (
        "--{name} est un nombre entier de {least} à {most}, non {given}"
    ),
    "--{name} takes {least} to {most} numbers, not {given}": (
        "--{name} prend de {least} à {most} nombres, non {given}"
    ),
    "--{name} names nothing": "--{name} ne nomme rien",
    "--{name} is one of {choices}, not {given}": "--{name} est l'un de {choices}, non {given}",
    "--{one} and --{other} contradict each other": "--{one} et --{other} se contredisent",
    "--{one} says nothing without {others}": "--{one} ne dit rien sans {others}",
    "a weight is written NAME=N, not {given}": "un poids s'écrit NOM=N, non {given}",
    "{given} is none of {names}": "{given} n'est aucun de {names}",
    "{given} is weighed twice": "{given} est pesé deux fois",
}
"""What every calculator says, in French."""
