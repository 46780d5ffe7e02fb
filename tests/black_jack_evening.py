"""A whole game of Black Jack at the drawn table, without a browser: how `tests/recordings/black-jack` was made.

    python tests/black_jack_evening.py FOLDER

writes a recording without a board: its frames, the empty table, what was agreed, and what was said on phones. The
referee takes no part in it; `turns.txt` tells what was really played.
"""

import sys
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import cv2

from companion.files.atomic import write_json, write_rows, write_text
from companion.games.black_jack.legal_turns import LegalTurns
from companion.games.black_jack.options import parse_options
from companion.games.black_jack.position import Hand
from companion.games.black_jack.state import Game, start
from companion.games.black_jack.turns import Draw, Laid, Play
from companion.games.cards import Card
from companion.recording.phone_commands import SAID, PhoneCommand
from companion.referee.events import CommandGiven
from companion.vision.frame import Image
from hardware.description import Description, Enrolment, RecordedGame, describe
from hardware.virtual_table import VirtualTable

SEED, FPS, PATIENCE_S = 137, 5, 0.4
OPTIONS, PLAYERS = "base players=4", ("Ann", "Ben", "Cleo", "Dan")


@dataclass
class Evening:
    """The table, the game as it really goes, and what was filmed and said."""

    table: VirtualTable
    game: Game
    pictures: list[Image] = field(default_factory=list)
    said: list[PhoneCommand] = field(default_factory=list)

    def film(self, frames: int) -> None:
        """So many frames of the table as it lies."""
        self.pictures += [beside_board(self.table.picture())] * frames

    def say(self, command: str, **fields: object) -> None:
        """A command from the table's phone, before the next frame."""
        words = " ".join([command, *(f"{key}={value}" for key, value in fields.items())])
        self.said.append(PhoneCommand((len(self.pictures) - 1) / FPS, CommandGiven("the table", words)))

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
    game = RecordedGame("black-jack", "base", {"players": len(PLAYERS)}, (), (), PLAYERS)
    about = Description(
        name="black-jack",
        size_px=(width, height),
        fps=FPS,
        frames=len(told.pictures),
        video="frames.mp4",
        calibration_still="empty.jpg",
        top_left_px=(0.0, 0.0),
        patience_s=PATIENCE_S,
        enrolment=Enrolment("", {}),
        game=game,
        board=False,
        said=SAID,
    )
    write_json(folder / "recording.json", describe(about))
    write_rows(folder / SAID, (said.row for said in told.said))
    write_text(folder / "turns.txt", "".join(f"{turn}\n" for turn in told.game.turns))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
