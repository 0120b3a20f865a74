"""The client of a worker process, which answers slow questions one at a time so that the floor never waits.

A question asked by several people is answered once and its answer kept for a while; the answer to a private question
goes only to the person who asked.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import subprocess
import sys
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Mapping
from concurrent.futures import Future
from typing import IO, Any

import msgspec

from tablelaw.errors import TablelawError
from tablelaw.server.http.session_queues import aside
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.workers.process import WorkerReply

LOG = logging.getLogger("tablelaw.server")
MOST_WAITING = 24
MOST_OF_ONE = 6
"""How many open questions one person may have; people take turns."""
MOST_KEPT = 500
MOST_KEPT_BYTES = 64 * 2**20
LONGEST_SECONDS = 600
NO_PARAGRAPH = "no paragraph: "
FAILED = {"code": "failed", "what": "the question could not be answered", "accepted": "try again in a moment"}


class WorkerRefused(TablelawError):
    """A refusal from a worker process, under the code it had there."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self._code: str = told.get("code", "failed")
        parts = {name: told.get(name, "") for name in ("where", "why", "accepted")}
        super().__init__(told.get("what", ""), **parts)
        self.cite = told.get("cite", "")
        self.params = told.get("params", {})
        self.no_paragraph = told.get("law", "").removeprefix(NO_PARAGRAPH) or self.no_paragraph

    @property
    def code(self) -> str:
        return self._code


class Job:
    """A question in progress: waiting, working, done or refused."""

    def __init__(self, question: msgspec.Struct, by: str, is_private: bool) -> None:
        self.id = secrets.token_urlsafe(18)
        self.question, self.by, self.is_private = question, by, is_private
        self.state, self.said = "waiting", ""
        self.result = WorkerReply()
        self.over: Future[WorkerReply] = Future()
        self.is_wanted = True
        self.over.set_running_or_notify_cancel()  # a client that goes away does not cancel the question
        self.began, self.ended = time.monotonic(), 0.0

    @property
    def is_over(self) -> bool:
        return self.state in ("done", "refused")

    @property
    def seconds(self) -> float:
        return (self.ended or time.monotonic()) - self.began

    def end(self, result: WorkerReply) -> None:
        self.result, self.ended = result, time.monotonic()
        self.state = "refused" if result.refused else "done"
        self.over.set_result(result)


class Turns:
    """Waiting jobs: people take turns, and each person's jobs keep their order of arrival."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._by_person: OrderedDict[str, deque[Job]] = OrderedDict()
        self._is_closed = False

    def put(self, job: Job) -> None:
        with self._changed:
            self._by_person.setdefault(job.by, deque()).append(job)
            self._changed.notify()

    def get(self) -> Job | None:
        """Waits for the next job; returns None once the queue is closed and empty."""
        with self._changed:
            while not self._by_person and not self._is_closed:
                self._changed.wait()
            if not self._by_person:
                return None
            person, jobs = self._by_person.popitem(last=False)
            job = jobs.popleft()
            if jobs:
                self._by_person[person] = jobs  # behind everybody else who is waiting
            return job

    def ahead(self, job: Job) -> int:
        with self._changed:
            people = [list(jobs) for jobs in self._by_person.values()]
        order = sorted((n, who, one.id) for who, jobs in enumerate(people) for n, one in enumerate(jobs))
        return next((place for place, (_, _, id) in enumerate(order) if id == job.id), 0)

    def close(self) -> None:
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()


class WorkerClient:
    """Runs jobs one after the other in a worker process, which is started for the first job."""

    def __init__(self, bench: str, given: Mapping[str, str] | None = None, patience: float | None = None) -> None:
        """`bench` is the module that the worker process runs; `given` is added to its environment.

        `patience` is how many seconds to wait for an immediate answer.
        """
        self._command, self._given, self._patience = (sys.executable, "-m", bench), given or {}, patience
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._by_question: dict[msgspec.Struct, Job] = {}
        self._waiting = Turns()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        self._is_closed = False

    # --- For callers -------------------------------------------------------------------------------------

    def ask(self, question: msgspec.Struct, by: str, is_private: bool = False) -> Job:
        """Returns the job of a question: a new one, unless the same question was asked before and its answer may be
        shared.
        """
        with self._lock:
            known = None if is_private else self._by_question.get(question)
            if known is not None and known.result.refused.get("code") != FAILED["code"]:
                self._jobs.move_to_end(known.id)
                return known
            self._require_room(by)
            self._forget()
            job = Job(question, by, is_private)
            self._jobs[job.id] = job
            if not is_private:
                self._by_question[question] = job
            self._waiting.put(job)
            self._start()
            return job

    async def answered(self, question: msgspec.Struct, by: str) -> bytes:
        """Answers a question that is quick enough to wait for; the answer is not kept.

        If it would take too long because others are ahead, it is refused in time rather than answered late.
        """
        job = self.ask(question, by, is_private=True)
        try:
            async with aside(), asyncio.timeout(self._patience):
                result = await asyncio.wrap_future(job.over)
        except TimeoutError:
            raise ServerRefused("too-busy") from None
        finally:
            job.is_wanted = False
            with self._lock:
                self._jobs.pop(job.id, None)
        if result.refused:
            raise ServerRefused("failed") if result.refused == FAILED else WorkerRefused(result.refused)
        return result.answer

    def find(self, id: str, by: str) -> Job:
        with self._lock:
            job = self._jobs.get(id)
        if job is None or (job.is_private and job.by != by):
            raise ServerRefused("not-found")
        return job

    def ahead(self, job: Job) -> int:
        """How many jobs are currently ahead of this one, including the one under way; further questions may change
        that.
        """
        with self._lock:
            is_busy = any(other.state == "working" for other in self._jobs.values())
        return is_busy + self._waiting.ahead(job)

    def close(self) -> None:
        """Ends the process, even in the middle of a job."""
        self._is_closed = True
        self._waiting.close()
        if (process := self._process) is not None:
            process.kill()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def _require_room(self, by: str) -> None:
        under_way = [job for job in self._jobs.values() if not job.is_over]
        if self._is_closed or len(under_way) >= MOST_WAITING or sum(job.by == by for job in under_way) >= MOST_OF_ONE:
            raise ServerRefused("too-many")

    def _forget(self) -> None:
        """Deletes finished jobs, the least recently requested first, until the rest are within the limits."""
        size = sum(len(job.result.answer) for job in self._jobs.values())
        for job in [job for job in self._jobs.values() if job.is_over]:
            if size <= MOST_KEPT_BYTES and len(self._jobs) <= MOST_KEPT:
                return
            size -= len(job.result.answer)
            del self._jobs[job.id]
            if self._by_question.get(job.question) is job:
                del self._by_question[job.question]

    # --- The process -----------------------------------------------------------------------------------------

    def _start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="workshop", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while (job := self._waiting.get()) is not None:
            if self._is_closed or not job.is_wanted:
                job.end(WorkerReply(refused=FAILED))
                continue
            job.state = "working"
            try:
                result = self._worked_out(job)
            except Exception:
                LOG.exception("the worker failed at %s", type(job.question).__name__)
                result = WorkerReply(refused=FAILED)
            if result.refused == FAILED:
                self._end_process()  # it died, or might answer this question when asked the next
            job.end(result)
        self._end_process()

    def _worked_out(self, job: Job) -> WorkerReply:
        process = self._running()
        questions, replies = _pipe(process.stdin), _pipe(process.stdout)
        late = threading.Timer(LONGEST_SECONDS, process.kill)
        late.start()
        try:
            questions.write(msgspec.json.encode(job.question) + b"\n")
            questions.flush()
            while line := replies.readline():
                said = msgspec.json.decode(line, type=WorkerReply)
                if not said.said:
                    return said
                job.said = said.said
        finally:
            late.cancel()
        return WorkerReply(refused=FAILED)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._end_process()
        told = {**os.environ, **self._given}
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=told)
        return self._process

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):  # what was not written yet is lost with the process
                _pipe(pipe).close()


def _pipe(pipe: IO[bytes] | None) -> Any:
    assert pipe is not None
    return pipe
