"""A whole game of Black Jack at the drawn table, without a browser: how `tests/recordings/black-jack` was made.

    python tests/black_jack_evening.py FOLDER

writes `frames.mp4`, `empty.jpg` and `evening.json`: what was agreed, what was said on phones before which frame, and
the turns that were played. The referee takes no part in it.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.games.black_jack.legal_turns import LegalTurns
from companion.games.black_jack.options import parse_options
from companion.games.black_jack.position import Hand
from companion.games.black_jack.state import Game, start
from companion.games.black_jack.turns import Draw, Laid, Play
from companion.games.cards import Card
from companion.vision.frame import Image
from hardware.virtual_table import VirtualTable

SEED, FPS, PATIENCE_S = 137, 5, 0.4
OPTIONS, PLAYERS = "base players=4", ("Ann", "Ben", "Cleo", "Dan")


@dataclass
class Evening:
    """The table, the game as it really goes, and what was filmed and said."""

    table: VirtualTable
    game: Game
    pictures: list[Image] = field(default_factory=list)
    said: list[dict[str, Any]] = field(default_factory=list)

    def film(self, frames: int) -> None:
        """So many frames of the table as it lies."""
        self.pictures += [beside_board(self.table.picture())] * frames

    def say(self, command: str, **fields: object) -> None:
        """A command from the table's phone, before the next frame."""
        self.said.append({"frame": len(self.pictures), "command": command, "fields": fields})

    def play(self) -> None:
        """One turn: the longest play there is, or a draw."""
        game, seat = self.game, self.game.seat
        hand = Hand(tuple(map(Card, self.table.dealt.hands[seat - 1])), 0)
        turns = islice(LegalTurns(game.options, game.position.with_hand(seat, hand)), 400)
        play = max((turn for turn in turns if isinstance(turn, Play)), key=_length, default=None)
        if play is None:
            self.say("draw")
        else:
            self._lay(play)
            play = Play(
                seat, (*(Laid(laid.card) for laid in play.cards[:-1]), play.cards[-1])
            )  # only the last Ace names
        game.push(play or Draw(seat))
        for drawer, cards in game.last_effect.drawn:
            self.table.draw(drawer, cards)
        self.film(1)

    def _lay(self, play: Play) -> None:
        for number, laid in enumerate(play.cards):
            self.table.play(play.seat, laid.card.code)
            self.film(4)
            if number and play.cards[number - 1].card.rank == "A":
                self.say("answer", candidate=f"P{play.seat} {laid.card}")
        self.say("suit", suit=play.cards[-1].suit) if play.cards[-1].suit else self.say("done")


def beside_board(picture: Image) -> Image:
    """The part of the table where the pile lies: a file of a megabyte is enough."""
    return picture[100:640, 520:]


def _length(play: Play) -> tuple[int, str]:
    return len(play.cards), str(play)


def evening() -> Evening:
    """The whole game."""
    table = VirtualTable("RB", lambda: 0.0, lambda _: None, SEED)
    table.deal(len(PLAYERS))
    found = Evening(table, start(parse_options(OPTIONS), Laid(Card(table.dealt.pile[0][1]))))
    found.pictures += [beside_board(table.play_still({}))] * 3
    found.film(6)
    while not found.game.outcome():
        found.play()
    found.film(6)
    return found


def write(folder: Path) -> None:
    """Everything into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    told = evening()
    height, width = told.pictures[0].shape[:2]
    video = cv2.VideoWriter(str(folder / "frames.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (width, height))
    for picture in told.pictures:
        video.write(picture)
    video.release()
    cv2.imwrite(str(folder / "empty.jpg"), told.pictures[0], [cv2.IMWRITE_JPEG_QUALITY, 92])
    turns = [str(turn) for turn in told.game.turns]
    about = {"fps": FPS, "options": OPTIONS, "players": PLAYERS, "patience_s": PATIENCE_S, "turns": turns}
    (folder / "evening.json").write_text(json.dumps({**about, "said": told.said}) + "\n")


def frames(folder: Path) -> Iterator[Image]:
    """The frames of a recording, with a sensor's grain."""
    video, chance = cv2.VideoCapture(str(folder / "frames.mp4")), np.random.default_rng(5)
    while (read := video.read())[0]:
        grain = np.round(chance.normal(0, 1.6, read[1].shape)).astype(np.int8)
        yield cv2.add(read[1], grain, dtype=cv2.CV_8U)
    video.release()


if __name__ == "__main__":
    write(Path(sys.argv[1]))
