"""Builds the sdist and the wheel and tries them: `make packages`.

The wheel is built from the sdist. It is installed into an empty environment without extras, where it must verify a log,
print the law and settle a hand; then with each extra by itself, where it must do what the extra is for. The quick tests
run from the unpacked sdist.

python -m tools.packages                    everything
python -m tools.packages core reports       some environments
python -m tools.packages --keep FOLDER      in a folder that is left there
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.request import urlopen

from tools.project_files import ROOT

BIN = "Scripts" if os.name == "nt" else "bin"
EXAMPLES = ROOT / "examples"
SUBMISSION = EXAMPLES / "submissions" / "fr-trois-cartes.toml"
GAME = "fr-trois-cartes"
PATIENCE_SECONDS = 120
QUICK = ("tests/law", "tests/cards", "tests/table", "tests/cage", "tests/submission", "tests/proofs")
"""The folders that `make quick` tests."""


class Failed(Exception):
    """A package does not do what it should."""


class Environment:
    """An environment with the wheel and some extras, and a folder to work in."""

    def __init__(self, home: Path, wheel: Path, extras: Sequence[str] = ()) -> None:
        self.home, self.work = home, home / "work"
        run(sys.executable, "-m", "venv", str(home))
        self.work.mkdir()
        named = f"[{','.join(extras)}]" if extras else ""
        self.python("-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{wheel}{named}")

    def python(self, *arguments: str, code: int = 0) -> str:
        return run(str(self.home / BIN / "python"), *arguments, cwd=self.work, code=code)

    def tablelaw(self, *arguments: str, code: int = 0) -> str:
        return self.python("-m", "tablelaw", *arguments, code=code)

    @contextmanager
    def background(self, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
        command = [str(self.home / BIN / "python"), *arguments]
        with (self.work / "background.txt").open("ab") as output:
            process = subprocess.Popen(command, cwd=self.work, env=clean(), stdout=output, stderr=output)
        try:
            yield process
        finally:
            process.terminate()
            process.wait()


def clean() -> dict[str, str]:
    """The environment variables without those that would let another copy of the product be found."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "TABLELAW_"))}


def run(*command: str, cwd: Path | None = None, code: int = 0) -> str:
    done = subprocess.run(command, cwd=cwd, env=clean(), capture_output=True, text=True, check=False)
    if done.returncode != code:
        raise Failed(f"{' '.join(command)}\nended with {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done.stdout + done.stderr


def expect(text: str, *parts: str) -> None:
    for part in parts:
        if part not in text:
            raise Failed(f"{part!r} is not in\n{text[-3000:]}")


def wait_for(found: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not found():
        if time.monotonic() > until:
            raise Failed(f"{what} within {PATIENCE_SECONDS} seconds")
        time.sleep(0.2)


# --- What each environment does -------------------------------------------------------------------------------


def core(one: Environment) -> None:
    """Without extras: a log verified, the law printed, a hand settled, a property and its ledger; the rest refused."""
    one.tablelaw("export", "verifier", "-o", "verifier.py")
    log = EXAMPLES / "logs" / "keystone"
    expect(one.python("verifier.py", f"{log}.jsonl", "--head", f"{log}.head"), "agrees")
    expect(one.tablelaw("law", "show", "pa-653a", "653a.11(h)"), "653a.11(h)")
    expect(one.tablelaw("settle", str(EXAMPLES / "settle" / "pa-653a.toml")), "653a.11(h)(2)(ii)")
    one.tablelaw("gaming-day", "--seed", "1", "--tables", "1", "--rounds", "3", "--db", "day.db")
    expect(one.tablelaw("ledger", "trial-balance", "--db", "day.db", "--by", "auditor:dana"), "cage")
    expect(one.tablelaw("audit", "verify", "--db", "day.db"), "Every check that was run agrees")
    expect(one.tablelaw("docs", "glossary"), "house edge")
    expect(one.tablelaw("analyze", GAME, code=2), "missing-package", "the extra analysis")
    expect(one.tablelaw("serve", "--demo", code=2), "missing-package", "the extra server")


def analysis(one: Environment) -> None:
    """Exact figures, and a simulation, without plots."""
    found = json.loads(one.tablelaw("analyze", GAME, "--json"))
    if not any(result["wager"] == "main" for result in found["results"]):
        raise Failed(f"no main game: {found}")
    expect(one.tablelaw("simulate", str(EXAMPLES / "studies" / f"hold-{GAME}.toml"), "--rounds", "20000"), "main")
    expect(one.python("-c", "import tablelaw as tl; print(tl.evaluate(['As Ks Qs Js Ts'])[0] > 0)"), "True")
    expect(one.tablelaw("par", str(SUBMISSION), "-o", "sheet.pdf", code=2), "the extra reports")


def reports(one: Environment) -> None:
    """A PAR sheet as PDF, spreadsheet and page."""
    for form, begins in (("pdf", b"%PDF"), ("xlsx", b"PK"), ("html", b"<!DOCTYPE")):
        one.tablelaw("par", str(SUBMISSION), "-o", f"sheet.{form}")
        if not (one.work / f"sheet.{form}").read_bytes().startswith(begins):
            raise Failed(f"sheet.{form} is not {form}")


def postgres(one: Environment) -> None:
    """A property on PostgreSQL."""
    from tests.floor.postgres import Server

    with closing(Server()) as server:
        url = server.url()
        one.tablelaw("floor", "init", "--property", "Packages", "--jurisdiction", "pa", "--db", url)
        expect(one.tablelaw("floor", "status", "--db", url), "Packages")
        expect(one.tablelaw("audit", "verify", "--db", url), "Every check that was run agrees")


def server(one: Environment) -> None:
    """A property served to browsers, and its coach refused by name, since the solvers are not installed."""
    one.tablelaw("floor", "init", "--property", "Packages", "--jurisdiction", "pa", "--db", "floor.db")
    add = [str(one.home / BIN / "python"), "-m", "tablelaw", "user", "add", "ann", "--role", "administrator"]
    words = [*add, "--db", "floor.db"]
    subprocess.run(words, cwd=one.work, env=clean(), input="correct horse battery\n", text=True, check=True)
    with one.background("-m", "tablelaw", "serve", "--db", "floor.db", "--port", "8765") as process:
        wait_for(lambda: answers("http://127.0.0.1:8765/ready", process), "the server was not ready")
        time.sleep(5)  # until the coach would have been made ready
        if not answers("http://127.0.0.1:8765/health", process):
            raise Failed("the server does not answer")
    told = (one.work / "background.txt").read_text("utf-8")
    if "Traceback" in told:
        raise Failed(told)


def answers(url: str, process: subprocess.Popen[bytes]) -> bool:
    if process.poll() is not None:
        raise Failed(f"the server ended with {process.returncode}")
    try:
        with urlopen(url, timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def cluster(one: Environment) -> None:
    """A study on a scheduler with one worker."""
    place = one.work / "scheduler.json"
    address = ("--scheduler-file", str(place))
    quiet = ("--host", "127.0.0.1", "--no-dashboard")
    with one.background("-m", "dask", "scheduler", "--port", "0", *quiet, *address):
        wait_for(place.exists, "the scheduler did not start")
        with one.background("-m", "dask", "worker", "--nthreads", "1", *quiet, *address):
            found = json.loads(place.read_text("utf-8"))["address"]
            study = str(EXAMPLES / "studies" / f"hold-{GAME}.toml")
            expect(one.tablelaw("simulate", study, "--rounds", "20000", "--cluster", found), "main")


def pandas(one: Environment) -> None:
    """A settled round as a pandas table."""
    settled = f"tl.settle({str(EXAMPLES / 'settle' / 'pa-653a.toml')!r})"
    expect(one.python("-c", f"import tablelaw as tl; print({settled}.to_pandas().columns.tolist())"), "wager")


def parquet(one: Environment) -> None:
    """A gaming day as Parquet files."""
    one.tablelaw("gaming-day", "--seed", "1", "--tables", "1", "--rounds", "3", "--db", "day.db")
    one.tablelaw("export", "day", "-o", "day", "--format", "parquet", "--db", "day.db", "--by", "auditor:dana")
    if not list((one.work / "day").glob("*.parquet")):
        raise Failed("no Parquet file was written")


def everything(one: Environment) -> None:
    """All extras side by side."""
    one.python("-m", "pip", "check")
    expect(one.tablelaw("analyze", GAME), "house edge")


def from_sdist(folder: Path) -> None:
    """The quick tests, with the modules of the unpacked sdist and the tools of this environment."""
    environment = {**clean(), "PYTHONPATH": os.pathsep.join((str(folder / "src"), str(folder)))}
    command = [sys.executable, "-c", "import tablelaw; print(tablelaw.__file__)"]
    found = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout
    if not found.startswith(str(folder)):
        raise Failed(f"the tests would run with {found}")
    tests = [*QUICK, *(str(path.relative_to(folder)) for path in sorted((folder / "tests").glob("test_*.py")))]
    kinds = "not slow and not alone and not long"
    command = [sys.executable, "-m", "pytest", "-m", kinds, "-p", "no:cacheprovider", *tests]
    if subprocess.run(command, cwd=folder, env=environment, check=False).returncode:
        raise Failed("a quick test failed")


ENVIRONMENTS: dict[str, tuple[tuple[str, ...], Callable[[Environment], None]]] = {
    "core": ((), core),
    "analysis": (("analysis",), analysis),
    "reports": (("reports",), reports),
    "postgres": (("postgres",), postgres),
    "server": (("server",), server),
    "cluster": (("cluster",), cluster),
    "pandas": (("pandas",), pandas),
    "parquet": (("parquet",), parquet),
    "all": (("all",), everything),
}
SDIST = "sdist"


def build(home: Path) -> tuple[Path, Path]:
    """Builds the sdist and, from it, the wheel; returns the unpacked sdist and the wheel."""
    dist = home / "dist"
    run(sys.executable, "-m", "build", "--outdir", str(dist), str(ROOT))
    (packed,), (wheel,) = dist.glob("*.tar.gz"), dist.glob("*.whl")
    with tarfile.open(packed) as archive:
        archive.extractall(home, filter="data")
    (unpacked,) = home.glob("tablelaw-*")
    for name, size in (("sdist", packed), ("wheel", wheel)):
        print(f"{name}: {size.name}, {size.stat().st_size:,} bytes", flush=True)
    return unpacked, wheel


def main() -> int:
    parser = argparse.ArgumentParser(description="Builds the packages and tries them.")
    parser.add_argument(
        "wanted", nargs="*", metavar="ENVIRONMENT", help=f"{', '.join((*ENVIRONMENTS, SDIST))}; all by default"
    )
    parser.add_argument("--keep", type=Path, help="work in this folder and leave it there")
    asked = parser.parse_args()
    if unknown := {*asked.wanted} - {*ENVIRONMENTS, SDIST}:
        parser.error(f"no environment {', '.join(sorted(unknown))}")
    home = (asked.keep or Path(tempfile.mkdtemp(prefix="tablelaw-packages-"))).resolve()
    home.mkdir(exist_ok=True)
    home.chmod(0o755)  # a test runs the container's entry point as another user, who reads the unpacked sdist
    try:
        unpacked, wheel = build(home)
        for name, (extras, does) in ENVIRONMENTS.items():
            if name in (asked.wanted or ENVIRONMENTS):
                does(Environment(home / name, wheel, extras))
                print(f"{name}: {(does.__doc__ or '').strip()}", flush=True)
                shutil.rmtree(home / name)
        if SDIST in (asked.wanted or (SDIST,)):
            from_sdist(unpacked)
            print("sdist: the quick tests pass", flush=True)
    except Failed as failed:
        print(failed, file=sys.stderr)
        return 1
    finally:
        if asked.keep is None:
            shutil.rmtree(home)
    return 0


if __name__ == "__main__":
    sys.exit(main())
