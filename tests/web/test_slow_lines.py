"""Few files, each short, and none asked for twice: what a page costs over a slow line."""

import gzip
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.club.club import Club
from companion.club.hall import Hall
from companion.club.journal import ClubJournal
from companion.club.page import create_app as create_club
from companion.web import Live, create_app
from companion.web.edition import edition_of
from companion.web.modules import joined

COMPANION = Path(create_app.__code__.co_filename).parents[1]
ROOMS = {"/static": COMPANION / "web/static", "/club": COMPANION / "club/static"}
MODULES = {f"{room}/{file.name}": file.read_text("utf-8") for room, path in ROOMS.items() for file in path.glob("*.js")}
TEMPLATES = "".join(file.read_text("utf-8") for room in ROOMS.values() for file in (room / "../templates").glob("*"))
SCRIPTS = [
    f"{'/club' if owner == 'pages.static' else '/static'}/{name}"
    for owner, name in re.findall(r"<script [^>]*url_for\('([\w.]+)', filename='([^']+)'", TEMPLATES)
]
FILES = r'"(/(?:static|club)/[^"]+)"'


@pytest.fixture
def club(tmp_path: Path) -> FlaskClient:
    """The club's pages, which have files of the table's and some of their own."""
    return create_club(Club(ClubJournal(tmp_path / "club.jsonl"), Hall(), range)).test_client()


def imports(address: str) -> list[str]:
    """What a module imports itself, by its lines."""
    room = address.rpartition("/")[0]
    lines = [line for line in MODULES[address].splitlines() if line.startswith("import ")]
    return [line.split(" from ")[1].strip("\"';").replace("./", f"{room}/") for line in lines]


def needs(address: str) -> set[str]:
    return {address}.union(*map(needs, imports(address)))


def test_every_module_is_of_some_page():
    assert set().union(*map(needs, SCRIPTS)) == set(MODULES)
    assert len(SCRIPTS) == len(set(SCRIPTS)) == 11


@pytest.mark.parametrize("page", SCRIPTS)
def test_a_pages_script_holds_all_that_it_imports_once_and_before_whoever_needs_it(club: FlaskClient, page: str):
    script = club.get(page).text
    held = re.findall(r"^\{ // (.*)$", script, re.MULTILINE)
    assert len(held) == len(set(held))
    assert set(held) == needs(page)
    assert all(held.index(other) < held.index(one) for one in held for other in imports(one))
    assert re.findall(r"^\s*(?:import|export)\b.*", script, re.MULTILINE) == []


def test_what_a_module_exports_is_had_by_whoever_imports_it_and_by_nobody_else():
    texts = {
        "/a/one.js": "import { two, TWO } from './two.js';\nimport { three } from \"/b/three.js\";\ntwo(TWO);\n",
        "/a/two.js": "const own = 1;\nexport const TWO = 2;\nexport async function two() {}\n",
        "/b/three.js": "import { TWO } from '/a/two.js';\nexport function three() {}\n",
    }
    assert joined("/a/one.js", texts.__getitem__) == (
        "const modules = {};\n"
        "{ // /a/two.js\nconst own = 1;\nconst TWO = 2;\nasync function two() {}\n\n"
        "modules['/a/two.js'] = { TWO, two };\n}\n"
        "{ // /b/three.js\nconst { TWO } = modules['/a/two.js'];\nfunction three() {}\n\n"
        "modules['/b/three.js'] = { three };\n}\n"
        "{ // /a/one.js\nconst { two, TWO } = modules['/a/two.js'];\nconst { three } = modules['/b/three.js'];\n"
        "two(TWO);\n\nmodules['/a/one.js'] = {  };\n}\n"
    )


@pytest.mark.parametrize("page", ["/", "/wall", "/new", "/seat", "/position", "/calibrate", "/nowhere"])
def test_every_file_of_a_page_is_kept_until_there_is_another_edition(client: FlaskClient, page: str):
    files = re.findall(FILES, client.get(page).text)
    assert len(files) > 5
    for file in files:
        with client.get(file) as answer:
            assert answer.status_code == 200
            assert "max-age=31536000" in answer.headers["Cache-Control"], file
        with client.get(file, headers={"If-None-Match": answer.headers["ETag"]}) as again:
            assert (again.status_code, again.headers["Cache-Control"]) == (304, answer.headers["Cache-Control"])


def test_the_clubs_files_are_kept_as_well(club: FlaskClient):
    files = re.findall(FILES, club.get("/").text)
    assert {file.split("/")[1] for file in files} == {"static", "club"}
    for file in files:
        with club.get(file) as answer:
            assert "max-age=31536000" in answer.headers["Cache-Control"], file


@pytest.mark.parametrize(
    "path", ["/?edition={}", "/static/table.js", "/static/table.css?edition=another", "/api/me?edition={}"]
)
def test_what_may_be_another_tomorrow_is_asked_for_again(client: FlaskClient, path: str):
    with client.get(path.format(client.application.config["EDITION"])) as answer:
        assert "max-age" not in answer.headers["Cache-Control"]


@pytest.mark.parametrize("path", ["/", "/static/table.js", "/static/table.css"])
def test_long_texts_are_pressed_for_whoever_can_read_that(client: FlaskClient, path: str):
    with client.get(path) as plain, client.get(path, headers={"Accept-Encoding": "gzip"}) as pressed:
        assert "Content-Encoding" not in plain.headers
        assert pressed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(pressed.data) == plain.data
        assert plain.headers["Vary"] == pressed.headers["Vary"] == "Accept-Encoding"
        assert int(pressed.headers["Content-Length"]) == len(pressed.data) < len(plain.data) / 2


@pytest.mark.parametrize("path", ["/static/icon-512.png", "/static/plain.css", "/nowhere", "/api/openapi.json"])
def test_what_is_short_already_is_not_pressed(client: FlaskClient, path: str):
    with client.get(path, headers={"Accept-Encoding": "gzip"}) as answer:
        assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("accepted", ["br", "gzip;q=0", "identity", ""])
def test_nobody_gets_what_cannot_be_read(client: FlaskClient, accepted: str):
    with client.get("/static/table.js", headers={"Accept-Encoding": accepted}) as answer:
        assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("name", ["nothing.js", "..js", "%2e%2e/guard.js", "sub/board.js", "a" * 999 + ".js", "%00.js"])
def test_no_script_is_read_that_is_not_of_the_pages(client: FlaskClient, name: str):
    assert client.get(f"/static/{name}").status_code == 404


def test_the_club_has_another_edition_as_soon_as_its_own_files_change(club: FlaskClient, tmp_path: Path):
    assert club.get("/").headers["Edition"] != create_app(Live()).test_client().get("/").headers["Edition"]
    for room in ("static", "templates"):
        (tmp_path / room).mkdir()
    before = edition_of(tmp_path)
    (tmp_path / "static/a.js").write_text("one", "utf-8")
    assert edition_of(tmp_path) != before
