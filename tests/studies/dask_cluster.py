"""A real scheduler and real worker processes on this machine, started as a person starts them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DASK = (sys.executable, "-m", "dask")
SECONDS = 60


class Processes:
    """A scheduler, and workers of one thread each that nobody restarts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.started: list[subprocess.Popen[bytes]] = []
        self.address = ""

    def begin(self, workers: int) -> None:
        place = self.folder / "scheduler.json"
        self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(place))
        self.address = self._address(place)
        for _ in range(workers):
            self.worker()

    def worker(self) -> subprocess.Popen[bytes]:
        own = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
        return self._start("worker", self.address, *own, "--local-directory", str(self.folder))

    def _start(self, *args: str) -> subprocess.Popen[bytes]:
        log = (self.folder / f"{len(self.started)}.log").open("wb")
        env = {**os.environ, "DASK_DISTRIBUTED__DIAGNOSTICS__NVML": "False"}
        with log:
            process = subprocess.Popen((*DASK, *args), stdout=log, stderr=log, cwd=self.folder, env=env)
        self.started.append(process)
        return process

    def _address(self, place: Path) -> str:
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            try:
                return str(json.loads(place.read_text("utf-8"))["address"])
            except (OSError, ValueError):
                time.sleep(0.05)
        raise TimeoutError((self.folder / "0.log").read_text("utf-8"))

    def kill(self, pid: int) -> int:
        """Kills one worker; returns its exit code."""
        one = next(process for process in self.started[1:] if process.pid == pid)
        one.send_signal(signal.SIGKILL)
        return one.wait(SECONDS)

    def end(self) -> None:
        for process in reversed(self.started):
            process.send_signal(signal.SIGKILL)
            process.wait(SECONDS)


@contextmanager
def dask_cluster(folder: Path, workers: int) -> Iterator[Processes]:
    running = Processes(folder)
    try:
        running.begin(workers)
        yield running
    finally:
        running.end()
