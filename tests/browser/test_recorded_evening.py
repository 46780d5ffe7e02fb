"""The whole house at once: a recorded evening is read, judged and told, and a real browser follows it."""

import json
from itertools import islice
from typing import TYPE_CHECKING

from shown_page import showing

from companion.recording import demo, known_board, playback
from companion.settings import Settings
from companion.web import Live
from companion.web.server import serve
from hardware.recordings import load_recording

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Browser

FRAMES = 110
SHOWN = """JSON.stringify([
    document.querySelectorAll('#chips .chip').length,
    document.getElementById('turn').textContent,
    document.getElementById('said').textContent,
    document.getElementById('fault').textContent !== '',
])"""


def shown_by(live: Live) -> str:
    """What the page ought to show."""
    assert live.newest is not None
    told = json.loads(live.newest.text)
    chips = sum(chip is not None for chip in told["chips"])
    shown = [chips, told["headline"], told["announcement"], told["fault"] is not None]
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":"))


def test_the_page_follows_a_recorded_evening(browser: "Browser", look: "Callable[[str], None]"):
    live = Live()
    server = serve(showing(live), "127.0.0.1")
    recording = load_recording(demo.demo_recording())
    profile = known_board.profile_for(recording, None, lambda _: None)
    with playback.playing(recording, profile, Settings(), playback.PlaybackOptions(live)) as evening:
        browser.open(server.url)
        browser.wait("document.getElementById('link').dataset.state === 'live'")
        for seen in islice(evening.frames, FRAMES):
            if seen.tick.events:
                browser.wait(f"{SHOWN} === arguments[0]", shown_by(live))
        browser.wait(f"{SHOWN} === arguments[0]", shown_by(live))
        assert live.sequence > 1
        look("recorded-evening")
    assert browser.complaints() == []
    server.close()
