"""A real browser: Chromium with Debian's chromedriver, and what its own tools can do beside W3C WebDriver."""

import base64
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from played_game import Game
from shown_page import showing
from webdriver import BUT_COLOURS, COLOURS, REQUIRED, Window

from companion.web import Live
from companion.web.server import serve

CHROMIUM, CHROMEDRIVER = "chromium", "chromedriver"
SHOTS = "COMPANION_SCREENSHOTS"
ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # One process shows page after page; a new one for each takes as long as the page.
    "--renderer-process-limit=1",
    "--disable-site-isolation-trials",
    "--disable-features=SpareRendererForSitePerProcess",
    # Whoever is asked beside this machine is not found, and the console says so; a log of all that is asked takes a
    # tenth of the time of a page.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
SIZES = ((360, 740), (1280, 800))
SMALLEST = 320
SCREENS = [*((*size, theme) for size in SIZES for theme in ("light", "dark")), (SMALLEST, 640, "light")]


class Browser(Window):
    """A window of Chromium, with what its own tools can do."""

    def __init__(self, address: str, profile: Path) -> None:
        self._finger = [0.0, 0.0]
        self._scripts: list[str] = []
        options = {"binary": shutil.which(CHROMIUM), "args": [*ARGUMENTS, f"--user-data-dir={profile}"]}
        super().__init__(address, {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}})

    def before_pages(self, script: str) -> None:
        """Run this in every page before its own scripts, until the window shows other tests something."""
        added = self.devtools("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        self._scripts.append(added["identifier"])

    def forget_scripts(self) -> None:
        """Nothing runs before pages any more."""
        while self._scripts:
            self.devtools("Page.removeScriptToEvaluateOnNewDocument", {"identifier": self._scripts.pop()})

    def screen(self, width: int, height: int, theme: str = "light", motion: str = "no-preference") -> None:
        """Become a screen of this size in CSS pixels, light or dark, calm or not."""
        small = width < 500
        size = {"width": width, "height": height, "deviceScaleFactor": 2 if small else 1, "mobile": small}
        self.devtools("Emulation.setDeviceMetricsOverride", size)
        features = {"prefers-color-scheme": theme, "prefers-reduced-motion": motion}
        media = [{"name": name, "value": value} for name, value in features.items()]
        self.devtools("Emulation.setEmulatedMedia", {"features": media})

    def resized(self, width: int, height: int, theme: str = "light") -> None:
        """Become such a screen while a page is shown, and wait until the page has laid itself out anew."""
        self.screen(width, height, theme)
        self.run("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def tap(self, selector: str) -> None:
        """Put a finger on the middle of an element and lift it, as a hand does; it must be in view and uncovered."""
        self.touch(selector)
        self.lift()

    def touch(self, selector: str) -> None:
        """Put a finger on the middle of an element. Raises AssertionError when something else lies there."""
        found = (
            "const e = document.querySelector(arguments[0]), r = e.getBoundingClientRect();"
            "const at = [r.left + r.width / 2, r.top + r.height / 2], hit = document.elementFromPoint(...at);"
            "return e.contains(hit) || hit && hit.contains(e) ? at : (hit || document.documentElement).outerHTML"
        )
        at = self.run(found, selector)
        assert isinstance(at, list), f"not {selector} lies there but {at[:200]}"
        self._finger = at
        self._mouse("mousePressed")

    def lift(self) -> None:
        """Lift the finger where it was put down."""
        self._mouse("mouseReleased")

    def press_again(self) -> None:
        """Put a finger where it was last, whatever lies there by now."""
        self._mouse("mousePressed")

    def _mouse(self, kind: str) -> None:
        x, y = self._finger
        self.devtools("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1})

    def press(self, key: str) -> None:
        """Press and release a key."""
        for kind in ("keyDown", "keyUp"):
            self.devtools("Input.dispatchKeyEvent", {"type": kind, "key": key, "code": key})

    def picture(self, path: Path, whole: bool = False) -> None:
        """A PNG of the screen, or of the whole page."""
        shot = self.devtools("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": whole})
        path.write_bytes(base64.b64decode(shot["data"]))

    def keep(self, path: Path, whole: bool = False) -> None:
        """The same for whoever wants to look, who names a folder; it takes as long as opening a page."""
        if os.environ.get(SHOTS):
            self.picture(path, whole)

    def complaints(self) -> list[str]:
        """What the console said since last asked."""
        return [entry["message"] for entry in self._post("/se/log", {"type": "browser"})]

    def devtools(self, command: str, parameters: dict[str, object] | None = None) -> Any:
        """What the browser's own tools answer. Raises RuntimeError for a command they do not know."""
        return self._post("/goog/cdp/execute", {"cmd": command, "params": parameters or {}})


@pytest.fixture(scope="session")
def driver() -> Iterator[str]:
    """The address of a running chromedriver."""
    if not (shutil.which(CHROMIUM) and shutil.which(CHROMEDRIVER)):
        reason = f"{CHROMIUM} and {CHROMEDRIVER} are not installed; apt install chromium chromium-driver"
        pytest.fail(reason) if os.environ.get(REQUIRED) == "1" else pytest.skip(reason)
    command = [CHROMEDRIVER, "--port=0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        lines = iter(process.stdout.readline, "")
        port = next(found[1] for line in lines if (found := re.search(r"started successfully on port (\d+)", line)))
        yield f"http://127.0.0.1:{port}"
        process.terminate()


@pytest.fixture(scope="session")
def window(driver: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for all tests; starting it takes longer than most of them."""
    browser = Browser(driver, tmp_path_factory.mktemp("profile"))
    browser.open("about:blank")
    yield browser
    browser.close()


@pytest.fixture
def browser(window: Browser) -> Iterator[Browser]:
    """The browser on an empty page, as every test leaves it, with nothing said yet."""
    window.screen(360, 740)
    window.complaints()
    yield window
    window.forget_scripts()
    window.open("about:blank")
    assert not window.run("return document.hidden"), "the next tests would be looked at by nobody"


@pytest.fixture
def windows(driver: str, tmp_path: Path) -> Iterator[Callable[[int, int], Browser]]:
    """More screens of a room, each of its size, trusted by itself, and shut afterwards."""
    opened: list[Browser] = []

    def window(width: int, height: int) -> Browser:
        opened.append(Browser(driver, tmp_path / f"profile-{len(opened)}"))
        opened[-1].screen(width, height)
        return opened[-1]

    yield window
    for browser in opened:
        browser.close()


@pytest.fixture
def shot(tmp_path: Path) -> Callable[[str], Path]:
    """Where a screenshot of this name goes: the folder in COMPANION_SCREENSHOTS, or a temporary one."""
    folder = Path(os.environ.get(SHOTS) or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    return lambda name: folder / f"{name}.png"


@pytest.fixture
def look(browser: Browser, shot: Callable[[str], Path]) -> Callable[[str], None]:
    """Looks at the page as it is, on phone and wall, light and dark, and on the smallest phone: nobody stumbles."""

    def look(name: str) -> None:
        for width, height, theme in SCREENS:
            browser.screen(width, height, theme)
            browser.keep(shot(f"{name}-{width}-{theme}"), whole=True)
            looked_for = COLOURS if theme == "dark" else BUT_COLOURS if width == SMALLEST else None
            assert browser.barriers(looked_for) == [], (name, width, theme)
        browser.screen(*SCREENS[0])

    return look


@pytest.fixture
def live() -> Live:
    """Whoever looks at a page, so far nobody."""
    return Live()


@pytest.fixture
def game(live: Live) -> Game:
    """Two turns were played, and everybody was told."""
    game = Game(live)
    game.play("r 7D@C4", "b 8D@D4")
    return game


@pytest.fixture
def url(live: Live, game: Game) -> Iterator[str]:  # noqa: ARG001 (the game is told before anybody looks)
    """Where the page of the table is served, for tests that need nothing beside it."""
    with closing(serve(showing(live), "127.0.0.1")) as server:
        yield server.url


@pytest.fixture
def page(browser: Browser, url: str) -> Iterator[Browser]:
    """The page of the table as a phone opens it, which leaves again; nothing was complained of but refusals."""
    browser.open(url)
    browser.wait("document.querySelector('#desk summary')")
    yield browser
    browser.run(
        "return fetch('/api/leave', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'})"
    )
    assert [words for words in browser.complaints() if "status of 40" not in words] == []
