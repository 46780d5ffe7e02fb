"""A guide and a shelf for tests of the web, without a camera or a disk."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from companion.views.walk import KnownBoard, WalkStatus


class Bench:
    """A guide and a shelf in one, which remember what was asked; `refuses` is raised instead."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.refuses: Exception | None = None
        self.picture: bytes | None = b"jpeg"
        self.chosen: str | None = None

    def status(self) -> WalkStatus:
        """At rest."""
        return WalkStatus("rest")

    @contextmanager
    def at(self, number: int | None) -> Iterator[None]:
        """At the first step."""
        if number not in (None, 0):
            raise ValueError("another step")
        yield

    def known(self) -> tuple[KnownBoard, ...]:
        """One board."""
        return (KnownBoard("Oak", True, True),)

    def table_jpeg(self) -> bytes | None:
        """A picture."""
        return self.picture

    board_jpeg = table_jpeg

    def file_of(self, name: str) -> bytes:
        """Any file."""
        self._heard("file_of", name)
        return b"zip"

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *given, **named: self._heard(name, *given, *(named[key] for key in sorted(named)))

    def _heard(self, *asked: Any) -> None:
        if self.refuses:
            raise self.refuses
        self.asked.append(asked)
