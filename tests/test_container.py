"""The Dockerfile and the compose files fit the project, and what they run works without Docker: the entry point as
another user on PostgreSQL, the demo on an empty database, and the health check.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_address, ip_network
from pathlib import Path
from threading import Thread
from typing import Any

import httpx2
import psycopg
import pytest
import yaml

from tablelaw.cli.command_list import load
from tablelaw.extras import EXTRAS
from tablelaw.server.demo.property import IN_DOLLARS
from tests.floor.postgres import Server, unprivileged
from tests.server.processes import START_SECONDS
from tests.server.served import address_of, listening
from tools.project_files import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
ENTRY_POINT, HEALTH = ROOT / "container" / "entrypoint.sh", ROOT / "container" / "health.py"
DEMO = "compose-demo.yaml"
COMPOSE_FILES = ("compose.yaml", DEMO)
INSTALLED = "/usr/local/lib/tablelaw/"
PASSWORD = "only for this test"
ALLOWED = "local tablelaw tablelaw scram-sha-256\nlocal all all trust\n"


def steps(name: str) -> list[str]:
    """The arguments of every instruction of that name in the Dockerfile, with continued lines joined."""
    joined = DOCKERFILE.replace("\\\n", " ")
    return [line.partition(" ")[2].strip() for line in joined.splitlines() if line.startswith(f"{name} ")]


def test_both_stages_begin_with_a_slim_debian_image_of_a_python_that_is_supported() -> None:
    stages = steps("FROM")
    assert len(stages) == 2 and stages[0] == f"{stages[1]} AS build"
    found = re.fullmatch(r"python:3\.(\d+)-slim-bookworm", stages[1])
    assert found is not None and int(found[1]) >= 11


def test_the_files_that_are_copied_exist_and_are_not_left_out() -> None:
    copied = [word for step in steps("COPY") if "--from" not in step for word in step.split()[:-1]]
    files = [word for word in copied if not word.startswith("--")]
    assert set(files) == {".", "container/entrypoint.sh", "container/health.py"}
    assert all((ROOT / file).exists() for file in files)
    left_out = (ROOT / ".dockerignore").read_text("utf-8").split()
    assert not {"container", "docs", "src", "tools", "verifier", "README.md", "LICENSE", "setup.py"} & {*left_out}


def test_the_image_installs_extras_that_exist() -> None:
    found = re.search(r"\.whl\)\[([\w,]+)\]", DOCKERFILE)
    assert found is not None
    assert {"postgres", "server"} <= {*found[1].split(",")} <= {*EXTRAS}


def test_the_image_does_not_run_as_root_and_keeps_its_data_in_a_volume() -> None:
    (made,) = (step for step in steps("RUN") if step.startswith("useradd"))
    (user,), (_, folder), (volume,) = steps("USER"), steps("WORKDIR"), steps("VOLUME")
    assert made.endswith(f" {user}") and f"--home-dir {folder}" in made and folder == volume
    assert DOCKERFILE.index("USER ") < DOCKERFILE.index("ENTRYPOINT ")
    assert steps("ENTRYPOINT") == [f'["{INSTALLED}entrypoint.sh"]'] and os.access(ENTRY_POINT, os.X_OK)
    assert steps("HEALTHCHECK")[0].endswith(f'CMD ["python", "{INSTALLED}health.py"]')


# --- Compose ----------------------------------------------------------------------------------------------------


def composed(file: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / file).read_text("utf-8"))
    return found


@pytest.mark.parametrize("file", COMPOSE_FILES)
def test_every_service_has_a_health_check_and_a_volume_that_is_declared(file: str) -> None:
    found = composed(file)
    for name, service in found["services"].items():
        assert service["healthcheck"]["test"][0] == "CMD", name
        named = {mount.partition(":")[0] for mount in service["volumes"]}
        assert named and named <= {*found["volumes"]}, name
    own = next(service for name, service in found["services"].items() if name != "database")
    assert own["build"] == "." and own["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert own["healthcheck"]["test"] == ["CMD", "python", f"{INSTALLED}health.py"]
    assert any(mount.endswith(f":{steps('VOLUME')[0]}") for mount in own["volumes"])
    assert own["environment"]["TABLELAW_DB"].startswith("postgresql://tablelaw@")


@pytest.mark.parametrize("file", COMPOSE_FILES)
def test_the_servers_are_started_with_options_that_exist(file: str) -> None:
    known = {option for parameter in load("serve").params for option in parameter.opts}
    (command,) = (service["command"] for name, service in composed(file)["services"].items() if name != "database")
    assert command[0] == "serve"
    assert {word.partition("=")[0] for word in command if word.startswith("--")} <= known


def test_a_property_has_no_default_password_and_no_default_address() -> None:
    text, found = (ROOT / "compose.yaml").read_text("utf-8"), composed("compose.yaml")
    assert "trust" not in text and not re.search(r"PASSWORD: ", text) and ":-" not in text
    assert {*re.findall(r"\$\{(\w+):\?", text)} == {"TABLELAW_ORIGIN", "TABLELAW_PASSWORD_FILE"}
    for name in ("database", "property"):
        assert found["services"][name]["secrets"] == ["database_password"]
    assert found["services"]["property"]["ports"] == ["127.0.0.1:8000:8000"]
    assert "ports" not in found["services"]["database"]
    assert found["services"]["property"]["read_only"] is True


def test_a_property_trusts_the_address_from_which_a_proxy_on_its_machine_reaches_it() -> None:
    """Docker passes on what arrives at a published port from the gateway of the container's network."""
    found = composed("compose.yaml")
    (range_,) = found["networks"]["default"]["ipam"]["config"]
    network, gateway = ip_network(range_["subnet"]), ip_address(range_["gateway"])
    assert gateway in network and network.is_private
    command = found["services"]["property"]["command"]
    assert [word for word in command if word.startswith("--proxy")] == [f"--proxy={gateway}"]
    assert not any("networks" in service for service in found["services"].values())


def test_a_database_is_ready_only_once_it_answers_over_the_network() -> None:
    """While the image makes the database, a server for that alone answers on the socket."""
    tested = composed("compose.yaml")["services"]["database"]["healthcheck"]["test"]
    assert tested == ["CMD", "pg_isready", "-h", "127.0.0.1", "-U", "tablelaw", "-d", "tablelaw"]


def test_the_demo_whose_database_has_no_network_is_started_again_if_it_came_too_early() -> None:
    services = composed(DEMO)["services"]
    assert services["demo"]["restart"] == "on-failure:5" and "restart" not in services["database"]


def test_the_demo_is_reached_from_its_own_machine_alone() -> None:
    services = composed(DEMO)["services"]
    assert services["demo"]["command"] == ["serve", "--demo"] and services["demo"]["network_mode"] == "host"
    assert services["database"]["command"] == ["postgres", "-c", "listen_addresses="]
    assert not any("ports" in service for service in services.values())


# --- What the containers run ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def database() -> Iterator[Server]:
    """A PostgreSQL server that asks for a password, like the container's; also with a database for the demo, which asks
    for none.
    """
    with closing(Server()) as server:
        with psycopg.connect(server.url(), autocommit=True) as connection:
            connection.execute(f"CREATE ROLE tablelaw LOGIN PASSWORD '{PASSWORD}'".encode())
            connection.execute("CREATE DATABASE tablelaw OWNER tablelaw")
            connection.execute("CREATE DATABASE demo OWNER tablelaw")
        (server.home / "data" / "pg_hba.conf").write_text(ALLOWED)
        with psycopg.connect(server.url(), autocommit=True) as connection:
            connection.execute("SELECT pg_reload_conf()")
        yield server


@pytest.fixture
def container() -> Iterator[Path]:
    """A folder that another user may write to, with the entry point and this interpreter as `python`."""
    folder = Path(tempfile.mkdtemp(prefix="tablelaw-container-"))
    shutil.copy(ENTRY_POINT, folder / "entrypoint.sh")
    (folder / "password").write_text(f"{PASSWORD}\n")
    (folder / "python").symlink_to(Path(sys.executable).resolve())
    if who := unprivileged():
        shutil.chown(folder, who["user"], who["group"])
    yield folder
    shutil.rmtree(folder)


def enter(container: Path, database: Server, *arguments: str, secret: bool = True) -> subprocess.CompletedProcess[str]:
    """Runs the entry point as the container's user would."""
    told = {"TABLELAW_DB_PASSWORD_FILE": str(container / "password")} if secret else {}
    told["TABLELAW_DB"] = f"postgresql://tablelaw@/tablelaw?host={database.home}"
    given = entered(container, told, *arguments)
    return subprocess.run(**given, capture_output=True, text=True, check=False)


def entered(container: Path, told: dict[str, str], *arguments: str) -> dict[str, Any]:
    """How `subprocess` runs the entry point as the container's user would."""
    environment = {
        "PATH": f"{container}:/usr/bin:/bin",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), *(path for path in sys.path if path.endswith("-packages"))]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": str(container),
        **told,
    }
    command = [*as_another_user(), str(container / "entrypoint.sh"), *arguments]
    return {"args": command, "cwd": container, "env": environment}


def as_another_user() -> list[str]:
    """Gives up root's rights, except for reading: this interpreter may be in a folder that is closed to others."""
    who = unprivileged()
    if not who:
        return []
    users = ["--reuid", str(who["user"]), "--regid", str(who["group"]), "--clear-groups"]
    only = "-all,+dac_read_search"
    return ["setpriv", *users, "--bounding-set", only, "--inh-caps", only, "--ambient-caps", "+dac_read_search"]


def test_the_entry_point_makes_a_property_as_another_user_with_the_password_from_its_file(
    container: Path, database: Server
) -> None:
    refused = enter(container, database, "floor", "status", secret=False)
    assert refused.returncode == 2 and "store-unreachable" in refused.stderr and "password" in refused.stderr
    made = enter(container, database, "floor", "init", "--property", "Keystone Casino", "--jurisdiction", "pa")
    assert made.returncode == 0, made.stderr
    key = container / "tablelaw.key"
    owner = unprivileged().get("user", os.getuid())
    assert (key.stat().st_mode & 0o777, key.stat().st_uid) == (0o600, owner)
    assert PASSWORD not in made.stdout + made.stderr


@contextmanager
def running_demo(container: Path, database: Server, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """The demo as `docker compose` starts it, but on another port and without solving its games beforehand."""
    service = composed(DEMO)["services"]["demo"]
    told = service["environment"]["TABLELAW_DB"]
    socket = "/tablelaw?host=/var/run/postgresql"
    assert told.endswith(socket) and "socket:/var/run/postgresql" in service["volumes"]
    environment = {"TABLELAW_DB": told.replace(socket, f"/demo?host={database.home}")}
    given = entered(container, environment, *service["command"], "--port", str(port), "--quick")
    with (container / "output.txt").open("ab") as output:
        demo = subprocess.Popen(**given, stdout=output, stderr=output)
    try:
        yield demo
    finally:
        demo.kill()
        demo.wait()


def test_the_demo_starts_on_an_empty_database_once_there_is_one(container: Path, database: Server) -> None:
    with closing(listening()) as free:
        address = address_of(free)
    port = int(address.rpartition(":")[2])
    database.stop()
    with running_demo(container, database, port) as early:
        assert early.wait(START_SECONDS) > 0  # so that it is started again
    database.start()
    with running_demo(container, database, port) as demo:
        until = time.monotonic() + START_SECONDS
        while checked(f"{address}/health") or checked(f"{address}/ready"):
            told = (container / "output.txt").read_text("utf-8")
            assert demo.poll() is None and time.monotonic() < until, told
            time.sleep(0.1)
        lobby = httpx2.get(f"{address}/api/lobby", timeout=START_SECONDS)
        assert {table["table"] for table in lobby.json()["tables"]} >= {*IN_DOLLARS.tables}
        demo.terminate()
        assert demo.wait(START_SECONDS) == 0
    with psycopg.connect(database.url("demo")) as connection:
        (tables,) = connection.execute("SELECT count(*) FROM log WHERE body LIKE '%InstallTable%'").fetchone() or (0,)
    assert tables == len(IN_DOLLARS.tables | IN_DOLLARS.real_cards)


class Answering(BaseHTTPRequestHandler):
    """Answers /health, and 503 to anything else."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/health" else 503)
        self.end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Prints nothing."""


def test_the_health_check_fails_unless_the_server_answers() -> None:
    with HTTPServer(("127.0.0.1", 0), Answering) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        found = [checked(f"{address}{path}") for path in ("/health", "/elsewhere")]
        server.shutdown()
    assert [*found, checked(address + "/health")] == [0, 1, 1]


def checked(address: str) -> int:
    environment = {"TABLELAW_HEALTH": address, "http_proxy": "http://127.0.0.1:1"}
    command = [sys.executable, "-S", str(HEALTH)]
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode
