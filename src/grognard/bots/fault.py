"""Where an error came from, in one line: what whoever wrote a bot needs to mend it."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Final

HOUSE: Final = Path(__file__).parents[1]
PYTHON: Final = Path(traceback.__file__).parent


def told(error: BaseException) -> str:
    """Return an error with the place where it arose, in the code of others where that is so.

    >>> try:
    ...     {}["too far"]
    ... except KeyError as error:
    ...     told(error)
    "KeyError: 'too far' (<doctest grognard.bots.fault.told[0]>, line 2)"
    """
    what = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError) and error.filename:
        return (
            f"{type(error).__name__}: {error.msg} ({_named(error.filename)}, line {error.lineno})"
        )
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith("<frozen")
    ]
    theirs = [frame for frame in frames if _is_of_others(Path(frame.filename))]
    if not frames:
        return what
    last = (theirs or frames)[-1]
    within = "" if last.name == "<module>" else f", in {last.name}"
    return f"{what} ({_named(last.filename)}, line {last.lineno}{within})"


def _is_of_others(file: Path) -> bool:
    """Whether a file belongs neither to this package nor to Python itself."""
    of_python = file.is_relative_to(PYTHON) and "site-packages" not in file.parts
    return not of_python and not file.is_relative_to(HOUSE)


def _named(file: str) -> str:
    """Return a file as seen from the current folder, where it lies below it."""
    path, here = Path(file), Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else file
