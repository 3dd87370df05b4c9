"""Locks: what ``make`` installs, to the byte, whatever the day: ``make lock`` renews them.

pyproject.toml has ranges, for those who use the library; ``locks/*.txt`` has one version of every
package, with the hashes of its files, for Python 3.11 to 3.14 on Linux, macOS and Windows. A lock
stands on others and leaves out what they have; its head repeats the ranges it was made for, so
that a test sees without a network when it no longer fits.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if TYPE_CHECKING:
    from packaging.markers import Marker

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "locks"
PROJECT: Final = "grognard"
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
MACHINES: Final = (
    {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
    {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
    {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
)
FOR: Final = "# for "


@dataclass(frozen=True, slots=True)
class Lock:
    """One file of locked packages: the extras and groups it is for, the locks it stands on."""

    name: str
    extras: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    upon: tuple[str, ...] = ()
    core: bool = True

    @property
    def file(self) -> Path:
        """Where the lock lies."""
        return FOLDER / f"{self.name}.txt"


LOCKS: Final = (
    Lock("play", groups=("build",)),
    Lock("test", extras=("test",), upon=("play",)),
    Lock("bench", extras=("bench",), upon=("play", "test")),
    Lock("postgres", extras=("postgres",), upon=("play",)),
    Lock("node", groups=("node",), core=False),
    Lock("lock", groups=("lock",), core=False),
)


@dataclass(frozen=True, slots=True)
class Pin:
    """One version of a package, where its marker holds, and the hashes of its files."""

    name: str
    version: str
    marker: Marker | None
    hashes: tuple[str, ...]

    def applies(self, environment: dict[str, str]) -> bool:
        """Whether it is installed on a machine."""
        return self.marker is None or self.marker.evaluate(environment)


def pyproject() -> dict[str, Any]:
    """Return pyproject.toml as it stands."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def ranges(lock: Lock, project: dict[str, Any]) -> list[str]:
    """Return the requirements of pyproject.toml that a lock is for, those of extras unfolded."""
    optional = project["project"]["optional-dependencies"]
    found = set(project["project"]["dependencies"]) if lock.core else set()
    waiting = list(lock.extras)
    for group in lock.groups:
        found.update(project["dependency-groups"][group])
    while waiting:
        for text in optional[waiting.pop()]:
            requirement = Requirement(text)
            if requirement.name == PROJECT:
                waiting += sorted(requirement.extras)
            else:
                found.add(text)
    return sorted(found)


def made_for(lock: Lock) -> list[str]:
    """Return the requirements that a lock says it was made for."""
    lines = lock.file.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(FOR) for line in lines if line.startswith(FOR)]


def pins(lock: Lock) -> list[Pin]:
    """Return what a lock installs, without what it stands on."""
    text = lock.file.read_text(encoding="utf-8").replace("\\\n", " ")
    found = []
    for line in text.splitlines():
        if not line or line.lstrip().startswith("#"):
            continue
        named, *hashes = re.split(r"\s+--hash=", line.strip())
        requirement = Requirement(named)
        (only,) = requirement.specifier
        assert only.operator == "==", named
        name = canonicalize_name(requirement.name)
        found.append(Pin(name, only.version, requirement.marker, tuple(hashes)))
    return found


def whole(lock: Lock) -> list[Pin]:
    """Return everything that is installed with a lock."""
    below = [other for other in LOCKS if other.name in lock.upon]
    return [pin for one in (*below, lock) for pin in pins(one)]


def machines() -> list[dict[str, str]]:
    """Return the machines that every lock must serve, as the markers of packages see them."""
    return [
        {**machine, "python_version": python, "python_full_version": f"{python}.0"}
        for python in PYTHONS
        for machine in MACHINES
    ]


def _uv(lock: Lock, *options: str) -> str:
    """Return the packages of a lock, as uv finds them today for every machine at once."""
    # What only this machine offers must not get into a lock.
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"UV_FIND_LINKS", "UV_EXTRA_INDEX_URL", "UV_INDEX", "UV_CONSTRAINT"}
    }
    words = [str(Path(sys.executable).with_name("uv")), "pip", "compile", "--quiet", "--no-config"]
    words += ["--universal", "--python-version", PYTHONS[0], "--generate-hashes", "--no-header"]
    words += ["pyproject.toml"] if lock.core else []
    words += [word for extra in lock.extras for word in ("--extra", extra)]
    words += [word for group in lock.groups for word in ("--group", group)]
    done = subprocess.run(
        [*words, *options], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout


def renew() -> None:
    """Lock the newest versions that the ranges allow, the same in every lock."""
    everything = Lock(
        "everything",
        extras=tuple(extra for lock in LOCKS for extra in lock.extras),
        groups=tuple(group for lock in LOCKS for group in lock.groups),
    )
    project = pyproject()
    with tempfile.TemporaryDirectory() as folder:
        same = Path(folder) / "everything.txt"
        same.write_text(_uv(everything), encoding="utf-8")
        for lock in LOCKS:
            below = {pin.name for other in LOCKS if other.name in lock.upon for pin in pins(other)}
            left = [word for name in sorted(below) for word in ("--no-emit-package", name)]
            _write(lock, project, _uv(lock, "--constraint", str(same), "--no-annotate", *left))


def _write(lock: Lock, project: dict[str, Any], packages: str) -> None:
    """Write a lock under its head."""
    upon = "".join(f", upon {name}.txt" for name in lock.upon)
    head = [f"# Locked by `make lock`{upon}.", *(FOR + text for text in ranges(lock, project))]
    lock.file.write_text("\n".join([*head, "", packages]), encoding="utf-8")
    print(f"{lock.file.relative_to(ROOT)}: {len(pins(lock))} packages")


if __name__ == "__main__":
    renew()
