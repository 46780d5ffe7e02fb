"""W3C WebDriver as JSON over HTTP, without a library: what the tests ask of any browser."""

import base64
import json
import time
from http.client import HTTPConnection
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

REQUIRED = "COMPANION_BROWSER_REQUIRED"
PATIENCE_S = 90.0
AXE = files("axe_core_python").joinpath("axe.min.js").read_text("utf-8")
# axe-core would write out whatever lies behind every text before it is known whether anything is wrong with it; and of
# text in a drawing, as on every square, it never knows on what ground it stands, in half of its time.
ASK_AXE = """
const [options, done] = arguments;
axe.configure({ noHtml: true, rules: [{ id: 'color-contrast', selector: '*:not(text):not(tspan)' }] });
const from = target => (document.querySelector(target) || { outerHTML: target }).outerHTML.slice(0, 300);
axe.run(Object.assign({ resultTypes: ['violations'], preload: false }, options)).then(
  told => done(told.violations.map(
    one => one.id + ': ' + one.nodes.map(at => from(at.target[0]) + ' ' + at.failureSummary))),
  error => done(['axe-core could not look: ' + error]));
"""
COLOURS: dict[str, object] = {"runOnly": ["color-contrast"]}
"""What of a page may differ between light and dark, in axe-core's words; it takes three quarters of its time."""
BUT_COLOURS: dict[str, object] = {"rules": {"color-contrast": {"enabled": False}}}
NOT_YET = "try { return %s } catch (error) { if (error instanceof TypeError) return false; throw error; }"
UNFOLD = "document.querySelectorAll('details:not([open])').forEach(e => { e.open = e.wasFolded = true; })"
FOLD = "document.querySelectorAll('details').forEach(e => { if (e.wasFolded) e.open = e.wasFolded = false; })"
CHECKS = Path(__file__).with_name("checks.js").read_text("utf-8")


class Window:
    """One window of any browser that speaks W3C WebDriver. Methods raise RuntimeError with its driver's words."""

    def __init__(self, address: str, wanted: dict[str, object]) -> None:
        self._line = HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE_S)
        answer = self._call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._session = f"/session/{answer['sessionId']}"

    def open(self, url: str) -> None:
        """Go to a page and wait until it is loaded."""
        self._post("/url", {"url": url})

    def run(self, script: str, *arguments: object) -> Any:
        """The value of a function body run in the page."""
        return self._post("/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, condition: str, *arguments: object) -> Any:
        """The value of an expression in the page as soon as it is true. Raises AssertionError when it never is.

        What speaks of an element that is not there yet is not true yet.
        """
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            if value := self.run(NOT_YET % condition, *arguments):
                return value
            time.sleep(0.02)
        raise AssertionError(f"never true: {condition}\nthe page says: {self.run('return document.body.innerText')}")

    def size(self, width: int, height: int) -> None:
        """Become as large as this, in CSS pixels."""
        self._post("/window/rect", {"width": width, "height": height})

    def barriers(self, options: dict[str, object] | None = None) -> list[str]:
        """What somebody with a screen reader, poor sight or big thumbs stumbles over, by axe-core and by us.

        `options` narrow down what axe-core looks for.
        """
        if not self.run("return typeof axe === 'object'"):
            self.run(AXE)
        self.run(UNFOLD)
        found: list[str] = self._post("/execute/async", {"script": ASK_AXE, "args": [options or {}]})
        found += self.run(CHECKS)
        self.run(FOLD)
        return found

    def picture(self, path: Path) -> None:
        """A PNG of the screen."""
        path.write_bytes(base64.b64decode(self._call("GET", self._session + "/screenshot")))

    def tab(self) -> str:
        """The tab that is shown."""
        return str(self._call("GET", self._session + "/window"))

    def new_tab(self) -> str:
        """Another tab, which is not shown yet."""
        return str(self._post("/window/new", {"type": "tab"})["handle"])

    def show_tab(self, tab: str) -> None:
        """Look at another tab."""
        self._post("/window", {"handle": tab})

    def shut_tab(self) -> None:
        """Shut the tab that is shown."""
        self._call("DELETE", self._session + "/window")

    def close(self) -> None:
        """Shut the window."""
        self._call("DELETE", self._session)
        self._line.close()

    def _post(self, path: str, body: dict[str, object]) -> Any:
        return self._call("POST", self._session + path, body)

    def _call(self, method: str, path: str, body: dict[str, object] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        self._line.request(method, path, data, {"Content-Type": "application/json"})
        with self._line.getresponse() as answer:
            value = json.load(answer)["value"]
        if answer.status >= 400:
            raise RuntimeError(value["message"])
        return value
