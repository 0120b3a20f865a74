# Two commands: `make run` and `make test` do all the set-up.
VENV ?= .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.installed
# The tests' own databases lie in memory where there is room: that nothing is lost is shown by kills and recorded writes.
ROOM := $(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 4000000 { print "TMPDIR=/dev/shm" }')
# In the order of tests/conftest.py: the files that take longest first, not those with most tests.
TESTED := $(ROOM) $(PY) -m pytest -n 3 --dist loadfile --no-loadscope-reorder
SHARE ?= 1
SHOTS ?= build/screenshots
# Modules are compiled when they are first imported, and kept: all that is installed would take longer to compile, and
# where nothing is kept every process that a test starts compiles the whole package again.
unexport PYTHONDONTWRITEBYTECODE
BENCH_STAMP := $(VENV)/.bench-installed

.PHONY: run test browser screenshots chromium check kernels modules bench torture clean

run: $(STAMP)
	$(VENV)/bin/houserules serve --demo

test: $(STAMP)
	$(MAKE) --no-print-directory -j3 chromium kernels check modules
	$(TESTED) -m "not alone"
	$(ROOM) $(PY) -m pytest -m alone

browser: $(STAMP) chromium
	$(TESTED) tests/browser

screenshots: $(STAMP) chromium
	$(PY) -m tools.screenshots $(SHOTS)

# Waits for a download where the browser is not there yet: the others go on meanwhile.
chromium:
	sh tools/chromium.sh

check: $(STAMP)
	$(VENV)/bin/ruff check src tests tools bench
	$(VENV)/bin/ruff format --check src tests tools bench
	$(VENV)/bin/mypy

kernels: $(STAMP)
	$(PY) -m tools.kernels

# Reads all tests once, so that their modules are compiled before several processes read them at the same time.
modules: $(STAMP)
	$(PY) -m pytest --collect-only -qq > /dev/null || true  # what is wrong is told by the run that follows

bench: $(BENCH_STAMP)
	$(PY) -m bench

torture: $(STAMP)
	$(PY) tools/torture.py --share $(SHARE)

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(BENCH_STAMP): $(STAMP)
	$(PY) -m pip install --quiet --disable-pip-version-check --no-compile -e '.[bench]'
	touch $(BENCH_STAMP)

$(STAMP): pyproject.toml
	test -x $(PY) || python3 -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --no-compile -e '.[dev]'
	touch $(STAMP)
