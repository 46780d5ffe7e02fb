"""The build guide says what the program says: notices, verdicts and wiring as they are, and commands that exist."""

import ast
import itertools
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.referee.black_jack import wording as black_jack_words
from companion.referee.one_eyed_jack import wording as one_eyed_jack_words

ROOT = Path(__file__).parent.parent
ROOMS = (
    "",
    "calibration",
    "hardware",
    "systemd",
    "companion/web",
    "companion/mqtt",
    "companion/club",
    "companion/scoring",
)
GUIDE = sorted(path for room in ROOMS for path in (ROOT / room).glob("*.md"))
PAGES = [path for path in GUIDE if path.name not in ("CHANGELOG.md", "DECISIONS.md")]
README = (ROOT / "README.md").read_text()
TROUBLE = (ROOT / "calibration" / "trouble.md").read_text()
WIRING = (ROOT / "hardware" / "wiring.md").read_text()
SETTINGS = [text for page in PAGES for text in re.findall(r"```toml\n(.*?)```", page.read_text(), re.S)]


def first_words(kind: str) -> Iterator[str]:
    """What every call of this name in the program begins with, as far as that is written down there."""
    for path in (each for room in ("companion", "calibration") for each in (ROOT / room).rglob("*.py")):
        if kind not in (text := path.read_text()):  # most files, and each test process reads them all
            continue
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(word)), *_]) if name == kind:
                    yield word


NOTICES = (one_eyed_jack_words.NOTICES, one_eyed_jack_words.TOO_LATE, black_jack_words.NOTICES)
CODES = {*first_words("NoticeGiven"), *(code for notices in NOTICES for code in notices)}
TOPICS = set(first_words("Verdict"))


def commands() -> Iterator[tuple[str, ...]]:
    """What follows `companion` wherever a page has it typed."""
    for page in PAGES:
        for block in re.findall(r"```sh\n(.*?)```", page.read_text(), re.S):
            for line in block.splitlines():
                words = shlex.split(line, comments=True)
                yield from (tuple(words[at + 1 :]) for at, word in enumerate(words) if word.endswith("bin/companion"))
                yield from [tuple(words[1:])] * (words[:1] == ["companion"])


def test_some_notices_and_verdicts_are_known_by_name():
    assert {"NO_CAMERA", "NOT_KEPT", "BOARD_LOST"} <= CODES
    assert {"Light", "Pins", "Board"} <= TOPICS


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_notice_has_its_entry(code):
    assert f"(`{code}`" in TROUBLE


@pytest.mark.parametrize("message", sorted({*one_eyed_jack_words.NOTICES.values(), *black_jack_words.NOTICES.values()}))
def test_a_notice_is_told_there_as_the_page_says_it(message):
    assert f"**{message}**" in TROUBLE


@pytest.mark.parametrize("topic", sorted(TOPICS))
def test_every_line_of_doctor_and_calibration_has_its_entry(topic):
    lines = TROUBLE.partition("## What calibration and doctor say")[2].splitlines()
    named = {name.strip() for line in lines if line.startswith("|") for name in line.split("|")[1].split(",")}
    assert topic in named


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_to_a_file_that_is_there(page):
    places = [place for place in re.findall(r"\]\(([^)#]+)", page.read_text()) if not place.startswith("https://")]
    assert [place for place in places if not (page.parent / place).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_is_short(page):
    assert len(page.read_text().splitlines()) <= (150 if page.name == "README.md" else 120)


def test_the_contents_of_the_readme_name_its_sections_in_order():
    contents = re.search(r"\*\*Contents:\*\*(.*?)\n\n", README, re.S)[1]
    assert re.findall(r"\[([^]]+)\]", contents) == re.findall(r"^## (.*)", README, re.M)
    anchors = [
        re.sub(r"[^a-z -]", "", title.lower()).replace(" ", "-") for title in re.findall(r"^## (.*)", README, re.M)
    ]
    assert re.findall(r"\(#([^)]+)\)", contents) == anchors


def test_the_readme_begins_with_what_has_never_been_tried_and_is_easily_read():
    assert README.index("never met hardware") < README.index("**Contents:**") < README.index("\n## ")
    words = re.sub(r"```.*?```|<!--.*?-->|\]\([^)]*\)", "", README, flags=re.S)
    assert len(re.findall(r"[A-Za-z0-9€][\w'.-]*", words)) < 900
    assert [line for line in README.splitlines() if len(line) > 120] == []


def test_nothing_that_is_typed_first_keeps_a_newcomer_waiting_in_silence():
    blocks = re.findall(r"```sh\n(.*?)```", README, re.S)
    assert [block for block in blocks if "--quiet" in block or " -q" in block] == []
    first = next(block for block in blocks if "venv" in block)
    assert first.startswith("echo ")  # making the environment says nothing for some seconds


def test_the_readme_says_how_the_bare_command_comes_into_a_shell_before_it_is_typed_so():
    first = re.search(r"`companion [a-z]", README).start()
    assert "`companion` stands for `.venv/bin/companion`" in README[:first]
    assert "`source .venv/bin/activate`" in README[:first]


def test_what_is_installed_later_goes_into_the_programs_own_environment():
    modules = [path for room in ("companion", "calibration", "hardware") for path in (ROOT / room).rglob("*.py")]
    bare = re.compile(r"(?<!bin/)\bpip install .*")
    assert [bare.findall(path.read_text()) for path in (*PAGES, *modules) if bare.search(path.read_text())] == []


@pytest.mark.parametrize("typed", sorted(set(commands())), ids=" ".join)
def test_every_command_that_is_typed_has_the_options_it_is_typed_with(typed, capsys):
    names = itertools.takewhile(re.compile("[a-z][a-z-]*").fullmatch, typed)
    with pytest.raises(SystemExit) as ended:
        main([*names, "--help"])
    told = capsys.readouterr().out
    assert ended.value.code == 0
    assert [word for word in typed if word.startswith("--") and word not in told] == []


@pytest.mark.parametrize("settings", SETTINGS)
def test_every_settings_file_shown_is_one(settings, tmp_path, capsys):
    (tmp_path / "companion.toml").write_text(settings)
    assert main(["doctor", "--wiring", "--settings", str(tmp_path / "companion.toml")]) == 0
    assert "ground" in capsys.readouterr().out


def test_the_wiring_shown_is_the_one_that_the_doctor_draws_from_the_settings_shown(tmp_path, capsys):
    settings = re.findall(r"```toml\n(.*?)```", WIRING, re.S)[0]
    (tmp_path / "companion.toml").write_text(settings)
    drawing = ["--svg", str(tmp_path / "wiring.svg")]
    assert main(["doctor", "--wiring", "--settings", str(tmp_path / "companion.toml"), *drawing]) == 0
    assert (tmp_path / "wiring.svg").read_text() == (ROOT / "hardware" / "wiring.svg").read_text()
    pins = capsys.readouterr().out.partition("\n\n")[0]
    assert f"```text\n{pins}\n```" in WIRING
