"""Text from users is measured before it is parsed: each limit is tested below, at and above, and quickly."""

from __future__ import annotations

import contextlib
import json
import time
import tomllib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablelaw import rulebooks
from tablelaw.bounded_text import (
    LONGEST_KEY,
    LONGEST_NUMBER,
    LONGEST_TEXT,
    MOST_DEEP,
    MOST_KEYS,
    MOST_PARTS,
    MOST_VALUES,
    OutOfBounds,
    parse_json,
    parse_toml,
    require_bounded_json,
)
from tablelaw.submission.template import new_submission

SIZE = 61 * 1024
SECONDS = 2.0


def told(text: str) -> str:
    """The result of reading a text: "read", "no-toml", or the name of the limit that it exceeds."""
    try:
        parse_toml(text, "here")
    except OutOfBounds as refusal:
        assert refusal.accepted and refusal.where == "here"
        return refusal.code
    except tomllib.TOMLDecodeError:
        return "no-toml"
    return "read"


def dotted(parts: int) -> str:
    return ".".join("a" * parts)


def keys(count: int) -> str:
    return "\n".join(f"k{n} = 1" for n in range(count))


Form = Callable[[int], str]
"""A function that makes a text exceeding a limit by a given amount."""
AT_THE_BOUND: dict[str, Form] = {
    "text-too-long": lambda over: "#" * (LONGEST_TEXT + over),
    "too-many-keys": lambda over: keys(MOST_KEYS + over),
    "too-many-values": lambda over: f"a = [{'1,' * (MOST_VALUES + over)}]",
    "key-too-long": lambda over: f"{'k' * (LONGEST_KEY + over)} = 1",
    "too-deep": lambda over: f"a = {'[' * (MOST_DEEP + over)}{']' * (MOST_DEEP + over)}",
    "number-too-long": lambda over: f"a = {'9' * (LONGEST_NUMBER + over)}",
}
OTHER_FORMS: dict[str, tuple[Form, ...]] = {
    "key-too-long": (
        lambda over: f"{dotted(MOST_PARTS + over)} = 1",
        lambda over: f"[{dotted(MOST_PARTS + over)}]",
        lambda over: f"[[{dotted(MOST_PARTS + over)}]]",
        lambda over: f"a = {{ {dotted(MOST_PARTS + over)} = 1 }}",
        lambda over: f"a = [ {{ b = 1 , {dotted(MOST_PARTS + over)} = 1 }} ]",
        lambda over: " . ".join(['"a"'] * (MOST_PARTS + over)) + " = 1",
        lambda over: f"'{'k' * (LONGEST_KEY - 2 + over)}' = 1",
    ),
    "too-deep": (
        lambda over: f"a = {'{ a = ' * (MOST_DEEP + over)}1{' }' * (MOST_DEEP + over)}",
        lambda over: f"a = {'[ { a = ' * (MOST_DEEP // 2)}{'[' * over}1{']' * over}{' } ]' * (MOST_DEEP // 2)}",
    ),
    "number-too-long": (
        lambda over: f"a = 1.{'9' * (LONGEST_NUMBER - 2 + over)}",
        lambda over: f"a = 0x{'f' * (LONGEST_NUMBER - 2 + over)}",
        lambda over: f"a = [ 1, -{'9' * (LONGEST_NUMBER - 1 + over)} ]",
        lambda over: f"a = {{ b = 1e{'9' * (LONGEST_NUMBER - 2 + over)} }}",
    ),
    "too-many-keys": (
        lambda over: "\n".join(f"[t{n}]" for n in range(MOST_KEYS + over)),
        lambda over: f"a = {{ {', '.join(f'k{n} = 1' for n in range(MOST_KEYS - 1 + over))} }}",
    ),
}
FORMS = [(name, form) for name, first in AT_THE_BOUND.items() for form in (first, *OTHER_FORMS.get(name, ()))]
PREFIXES = (
    "",
    "# a comment with \" and ' and [\n",
    's = "a # string [ { \\" "\n',
    "s = 'a literal \\'\n",
    's = """\na "" long \\""" one [[["""""\n',
    "s = '''\na ' long '' one {{{'''''\n",
    "s = [ 'a', # [[[\n  \"b\", { c.d = '}' } ]\n",
    '"quoted # [ key".s = 1979-05-27T00:32:00.999999-07:00\r\n',
)


@pytest.mark.parametrize(("name", "form"), FORMS, ids=lambda value: value if isinstance(value, str) else "")
def test_below_and_at_a_bound_a_text_is_read_and_above_it_is_refused_by_name(name: str, form: Form) -> None:
    assert told(form(-1)) == "read"
    assert told(form(0)) == "read"
    assert told(form(1)) == name


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("name", [name for name in AT_THE_BOUND if name != "text-too-long"])
def test_nothing_that_stands_before_hides_what_is_too_much(prefix: str, name: str) -> None:
    assert told(prefix) == "read"
    assert told(prefix + AT_THE_BOUND[name](1)) == name


HOSTILE = (
    "a." * (SIZE // 2) + "a = 1",
    "[" + "a." * (SIZE // 2) + "a]",
    "a = " + "[" * SIZE,
    "a = " + "{a=" * (SIZE // 3),
    "a = " + "9" * SIZE,
    'a = "' + '\\"' * (SIZE // 2),
    'a = """' + '""x' * (SIZE // 3),
    "a = '''" + "''x" * (SIZE // 3),
    'a = "' + "\\u0041" * (SIZE // 6) + '"',
    '"""' * (SIZE // 3),
    "\n".join(f"a.a.a.a.a.a.a.k{n} = 1" for n in range(MOST_KEYS)),
    "a = {" + ",".join(f"a.a.a.a.a.a.a.k{n}=1" for n in range(MOST_KEYS - 1)) + "}",
    "[[a]]\n" * (SIZE // 6),
    "a = [\n" + "#\n" * (SIZE // 2) + "]",
    " " * SIZE,
    "\0" * SIZE,
)


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:12].strip())
def test_a_text_made_to_take_long_takes_no_time(text: str) -> None:
    began = time.perf_counter()
    told(text)
    assert time.perf_counter() - began < SECONDS


BARE = st.from_regex(r"[A-Za-z0-9_-]{1,8}", fullmatch=True)
VALUES = st.recursive(
    st.one_of(
        st.integers(-(2**63), 2**63 - 1).map(str),
        st.text(max_size=12).map(lambda text: json.dumps(text, ensure_ascii=True)).filter(lambda t: "\\ud" not in t),
        st.from_regex(r"'[a-z #\[\]{}\"=,.]{0,8}'", fullmatch=True),
        st.sampled_from(["true", "1.5", "1979-05-27", '"""\n"" \\"" [\n"""', "'''\n'' #\n'''"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(lambda parts: f"[{', '.join(parts)}]"),
        st.dictionaries(BARE, inner, max_size=3).map(
            lambda parts: "{" + ", ".join(f"{key} = {value}" for key, value in parts.items()) + "}"
        ),
    ),
    max_leaves=8,
)


@given(st.lists(st.tuples(BARE, VALUES), max_size=6, unique_by=lambda pair: pair[0]), st.integers(0, 1))
def test_what_stands_within_the_bounds_is_read_as_it_is(pairs: list[tuple[str, str]], deep: int) -> None:
    text = "[top.heading]\n" * deep + "\n".join(f"{key} = {value} # {value!r}" for key, value in pairs)
    text = "".join(c for c in text if c.isprintable() or c == "\n")
    try:
        expected = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        assert told(text) == "no-toml"
        return
    assert repr(parse_toml(text, "here")) == repr(expected)


@given(st.lists(st.tuples(BARE, VALUES), max_size=4), st.sampled_from(sorted(set(AT_THE_BOUND) - {"text-too-long"})))
def test_what_is_too_much_is_found_behind_any_text_that_can_be_read(pairs: list[tuple[str, str]], name: str) -> None:
    """If an excess were missed, the scan and the parser would disagree about where a string or an array ends."""
    before = "".join(f"{key} = {value}\n" for key, value in pairs)
    try:
        tomllib.loads(before)
    except tomllib.TOMLDecodeError:
        return
    assert told(before + AT_THE_BOUND[name](1)) == name


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_every_template_is_far_within_the_bounds(book: str) -> None:
    text = new_submission(rulebooks.get(book), offer_all=True)
    assert parse_toml(text * 1, book) and len(text) < LONGEST_TEXT // 10


# --- JSON -------------------------------------------------------------------------------------------------


JSON_FORMS: dict[str, Form] = {
    "too-deep": lambda over: "[" * (MOST_DEEP + over) + "]" * (MOST_DEEP + over),
    "number-too-long": lambda over: "[" + "9" * (LONGEST_NUMBER + over) + "]",
    "too-many-values": lambda over: "[" + "1," * (MOST_VALUES + over) + "1]",
}


@pytest.mark.parametrize("name", JSON_FORMS)
@pytest.mark.parametrize("prefix", ["", '["\\"[[[\\\\", ', '{"a": "]]]}}}", "b": '])
def test_json_is_bounded_too(name: str, prefix: str) -> None:
    wrapped = bool(prefix) and name == "too-deep"
    for over in (-1, 0):
        text = prefix + JSON_FORMS[name](over - wrapped) + {"": "", "[": "]", "{": "}"}[prefix[:1]]
        if name != "too-many-values" or not prefix:
            parse_json(text, "here")
    with pytest.raises(OutOfBounds) as refused:
        parse_json(prefix + JSON_FORMS[name](1), "here")
    assert refused.value.code == name


@pytest.mark.parametrize("body", [b'"' + b'\\"' * 30_000, b'"' * 60_000, b"[" * 60_000, b"-" * 60_000, b"\\" * 60_000])
def test_json_made_to_take_long_takes_no_time(body: bytes) -> None:
    began = time.perf_counter()
    with contextlib.suppress(OutOfBounds):
        require_bounded_json(body)
    assert time.perf_counter() - began < SECONDS


def depth(value: object) -> int:
    """How deeply the arrays and objects of a value are nested."""
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


def chain(layers: list[tuple[bool, int]]) -> object:
    """Makes nested arrays and objects, with some shallow ones next to each."""
    made: object = "[{"
    for is_object, beside in layers:
        made = {"]": made, **{str(n): [] for n in range(beside)}} if is_object else [[]] * beside + [made, {}]
    return made


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3)), min_size=MOST_DEEP - 3, max_size=MOST_DEEP + 3))
def test_json_is_deep_exactly_where_its_value_is(layers: list[tuple[bool, int]]) -> None:
    value = chain(layers)
    with pytest.raises(OutOfBounds) if depth(value) > MOST_DEEP else contextlib.nullcontext():
        require_bounded_json(json.dumps(value).encode())
