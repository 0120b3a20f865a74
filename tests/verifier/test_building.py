"""The single file is built reproducibly from the modules, without any of this package's code, and ships in the
wheel.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tablelaw.floor.audit import verifier_program as handed_out
from tablelaw.floor.audit.verifier_program import VerifierMissing, verifier_digest, verifier_program
from tablelaw_verifier.main import argument_parser
from tests.command import run_command
from tests.document_blocks import blocks_of
from tools import build_verifier
from tools.build_verifier import NAME, SECTIONS, BadSection, build, digest_of

ROOT = Path(__file__).parents[2]


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the verifier's modules to change."""
    folder = tmp_path / NAME
    shutil.copytree(ROOT / "verifier" / NAME, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(build_verifier, "FOLDER", folder)
    return folder


def append(file: Path, text: str) -> None:
    file.write_text(file.read_text("utf-8") + text, "utf-8")


# --- As its README says ------------------------------------------------------------------------------------------


def test_the_commands_of_the_readme_run_and_have_every_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file is written as the second block says, and then run with every option of the first."""
    usage, making = (block.text for block in blocks_of("verifier/README.md", ""))
    monkeypatch.chdir(tmp_path)
    (typed,) = (line.partition("#")[0] for line in making.splitlines() if line.startswith("tablelaw "))
    assert run_command(monkeypatch, capsys, *typed.split()[1:])[0] == 0
    options = {option for action in argument_parser()._actions for option in action.option_strings}
    assert set(re.findall(r"--[a-z-]+", usage)) | {"-h", "--help"} == options
    log, head = (ROOT / "examples" / "logs" / name for name in ("keystone.jsonl", "keystone.head"))
    key = json.loads(log.read_text("utf-8").partition("\n")[0])["key"]
    for line in usage.splitlines():
        words = line.replace("log.jsonl", str(log)).replace("[--head FILE]...", f"--head {head}")
        words = words.replace("[--key HEX]", f"--key {key}").replace("[--json]", "--json")
        command = [sys.executable, *words.split()[1:]]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0 and done.stdout, (line, done.stderr)


# --- The same bytes every time -------------------------------------------------------------------------------


def test_every_build_gives_the_same_bytes_and_prints_their_digest(tmp_path: Path) -> None:
    """Other processes, another folder and other hash seeds give the same bytes."""
    built = build()
    for seed in ("1", "2"):
        file = tmp_path / f"{seed}.py"
        command = [sys.executable, str(ROOT / "tools" / "build_verifier.py"), str(file)]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
        assert file.read_bytes() == built
        assert digest_of(built) in ran.stdout


def test_every_module_is_a_section_in_the_order_to_read_them() -> None:
    text = build().decode()
    places = [text.index(f"\n# {number}. {path}.py\n") for number, path in enumerate(SECTIONS, 1)]
    assert places == sorted(places)


def test_the_text_of_a_module_is_not_changed() -> None:
    text = build().decode()
    for path in SECTIONS:
        body = (ROOT / "verifier" / NAME / f"{path}.py").read_text("utf-8")
        last = max(
            node.end_lineno or 0 for node in ast.parse(body).body if isinstance(node, ast.ImportFrom | ast.Import)
        )
        assert "\n".join(body.splitlines()[last:]).strip("\n") in text, path


# --- What cannot be built ------------------------------------------------------------------------------------


def test_a_module_that_no_section_names_is_refused(modules: Path) -> None:
    (modules / "law" / "more.py").write_text('"""More."""\n\nfrom __future__ import annotations\n')
    with pytest.raises(BadSection, match="law/more: a module and its line in SECTIONS"):
        build()


def test_a_name_that_two_modules_define_is_refused(modules: Path) -> None:
    append(modules / "law" / "odds.py", "\n\nPACK = ()\n")
    with pytest.raises(BadSection, match="law/odds and law/cards both define PACK"):
        build()


def test_an_import_of_a_later_section_is_refused(modules: Path) -> None:
    file = modules / "law" / "odds.py"
    later = "from tablelaw_verifier.report import Report\n"
    file.write_text(file.read_text("utf-8").replace("import re\n", f"import re\n{later}"), "utf-8")
    with pytest.raises(BadSection, match=r"law/odds imports Report of tablelaw_verifier\.report, which comes later"):
        build()


@pytest.mark.parametrize(
    ("added", "said"),
    [
        ("\n\ndef late() -> None:\n    import sys\n", "imports must be together"),
        ("\n\nimport sys\n", "imports must be together"),
    ],
)
def test_an_import_further_down_is_refused(modules: Path, added: str, said: str) -> None:
    append(modules / "law" / "odds.py", added)
    with pytest.raises(BadSection, match=said):
        build()


def test_another_name_for_an_import_is_refused(modules: Path) -> None:
    file = modules / "law" / "odds.py"
    file.write_text(file.read_text("utf-8").replace("import re\n", "import re as patterns\n"), "utf-8")
    with pytest.raises(BadSection, match="must keep its name"):
        build()


def test_a_wrong_call_of_the_builder_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert build_verifier.main(["--help"]) == 2
    assert build_verifier.main(["a.py", "b.py"]) == 2
    assert list(tmp_path.iterdir()) == []


# --- Independence --------------------------------------------------------------------------------------------


Body = list[ast.stmt]


def bodies(text: str | bytes) -> Iterator[Body]:
    """The statements of every function, without the docstring."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.body[ast.get_docstring(node, clean=False) is not None :]


def shape(body: Body) -> tuple[type[ast.stmt], ...]:
    return tuple(map(type, body))


def written(body: Body) -> str:
    """The statements as source code without comments."""
    return "\n".join(map(ast.unparse, body))


def test_no_function_of_the_program_stands_in_it_to_the_letter() -> None:
    own = list(bodies(build()))
    shapes, texts = set(map(shape, own)), set(map(written, own))
    program = [body for file in (ROOT / "src").rglob("*.py") for body in bodies(file.read_bytes())]
    assert len(own) > 300 and len(program) > 3000
    alike = {written(body) for body in program if shape(body) in shapes}
    assert alike & texts <= {"return ''", "return False", "return True", "raise NotImplementedError", "pass"}


def test_no_module_of_the_program_imports_it() -> None:
    for file in (ROOT / "src").rglob("*.py"):
        assert NAME not in file.read_text("utf-8"), file


# --- Distribution --------------------------------------------------------------------------------------------


@pytest.fixture
def fresh() -> Iterator[None]:
    """Clears the cache before and after the test."""
    verifier_program.cache_clear()
    yield
    verifier_program.cache_clear()


@pytest.mark.usefixtures("fresh")
def test_a_clone_builds_it_once_and_hands_it_out() -> None:
    assert verifier_program() == build() and verifier_program() is verifier_program()
    assert verifier_digest() == digest_of(build())


@pytest.mark.usefixtures("fresh")
def test_an_installed_package_hands_out_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "verifier.py"
    file.write_bytes(b"print('packaged')\n")
    monkeypatch.setattr(handed_out, "PACKAGED", file)
    assert verifier_program() == b"print('packaged')\n"
    assert verifier_digest() == hashlib.sha256(b"print('packaged')\n").hexdigest()


@pytest.mark.usefixtures("fresh")
def test_an_installation_without_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handed_out, "BUILDER", tmp_path / "build_verifier.py")
    with pytest.raises(VerifierMissing, match="no stand-alone verifier; a wheel includes it") as refused:
        verifier_program()
    assert refused.value.code == "verifier-missing" and "accepted: " in refused.value.sentence()


class Packaging:
    """A stand-in for the parts of setuptools that setup.py uses, which a test environment may lack."""

    build_lib = ""
    editable_mode = False

    def run(self) -> None:
        (Path(self.build_lib) / "tablelaw").mkdir()

    def mkpath(self, name: str) -> None:
        Path(name).mkdir(parents=True, exist_ok=True)


@pytest.mark.parametrize("is_editable", [False, True], ids=["wheel", "editable"])
def test_a_wheel_has_it_where_the_program_looks_for_it(
    is_editable: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An editable installation has no such file, and builds it on demand."""
    given: dict[str, dict[str, type[Packaging]]] = {}
    for name in ("setuptools", "setuptools.command", "setuptools.command.build_py"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setattr(sys.modules["setuptools"], "setup", given.update, raising=False)
    monkeypatch.setattr(sys.modules["setuptools.command.build_py"], "build_py", Packaging, raising=False)
    runpy.run_path(str(ROOT / "setup.py"))
    command = given["cmdclass"]["build_py"]()
    command.build_lib, command.editable_mode = str(tmp_path), is_editable
    command.run()
    file = tmp_path / handed_out.PACKAGED.relative_to(ROOT / "src")
    assert not file.exists() if is_editable else file.read_bytes() == build()
