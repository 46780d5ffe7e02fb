"""Gathers freely licensed card art from package registries, by package name, into one folder of upright faces.

`python -m calibration.training.card_art FOLDER` needs `apt-get`, `dpkg-deb`, `npm` and `rsvg-convert` (Debian's
librsvg2-bin) and about 400 MB of disk; it installs nothing. The result is FOLDER/faces/DECK/CODE.png, each
FACE_HEIGHT_PX high. Licences stand in this folder's README.md; the pictures are not part of the project.
"""

import gzip
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from companion.vision.frame import Image

FACE_HEIGHT_PX = 320
DEBIAN_ART = ("gnome-cards-data", "kdegames-card-data-kf5", "pokerth-data")
# fmt: off
DEBIAN_FONTS = (
    "fonts-adf-accanthis", "fonts-adf-baskervald", "fonts-adf-gillius", "fonts-adf-libris", "fonts-adf-romande",
    "fonts-adf-switzera", "fonts-adf-tribun", "fonts-adf-universalis", "fonts-adf-verana", "fonts-cabin",
    "fonts-cantarell", "fonts-cardo", "fonts-century-catalogue", "fonts-comfortaa", "fonts-courier-prime",
    "fonts-croscore", "fonts-crosextra-caladea", "fonts-crosextra-carlito", "fonts-dejavu-core",
    "fonts-dejavu-extra", "fonts-ebgaramond", "fonts-essays1743", "fonts-fanwood", "fonts-freefont-ttf",
    "fonts-goudybookletter", "fonts-inter", "fonts-jura", "fonts-lato", "fonts-liberation2", "fonts-linuxlibertine",
    "fonts-lobstertwo", "fonts-mononoki", "fonts-oldstandard", "fonts-open-sans", "fonts-oxygen", "fonts-paratype",
    "fonts-play", "fonts-prociono", "fonts-quattrocento", "fonts-roboto-slab", "fonts-roboto-unhinted",
    "fonts-sil-gentiumplus", "fonts-texgyre", "fonts-urw-base35", "fonts-vollkorn", "fonts-yanone-kaffeesatz",
)
# fmt: on
NPM_ART = (
    "svg-cards@4.0.2",
    "@younestouati/playing-cards-standard-deck@3.0.0",
    "cardsJS@1.1.1",
    "react-free-playing-cards@0.4.2",
)
# Sheets without Latin letters, French suits or an index in both corners teach the wrong thing.
GNOME_LEFT_OUT = ("swiss-xvii", "slavic_costumes", "guyenne-classic", "Атласные", "tango_nuevo")
KDE_DECKS = ("svg-standard", "svg-nicu-white", "svg-tigullio-international")
KDE_DEFECTIVE = (("svg-standard", "AS"), ("svg-tigullio-international", "QH"))  # drawn at another size than their deck
_RANKS = "A23456789TJQK"
_LONG_RANKS = ("1", *"23456789", "10", "jack", "queen", "king")
_LONG_SUITS = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}


def run(*command: str, folder: Path | None = None) -> None:
    """Run a program, here or in a folder. Raises CalledProcessError when it fails."""
    subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)  # noqa: S603 (fixed command names)


def download(folder: Path) -> None:
    """Fetches every package into FOLDER/packages; art is unpacked in FOLDER/art/PACKAGE, fonts in FOLDER/fonts."""
    packages = folder / "packages"
    packages.mkdir(parents=True, exist_ok=True)
    for name in (*DEBIAN_ART, *DEBIAN_FONTS):
        run("apt-get", "download", name, folder=packages)
        archive = next(packages.glob(f"{name}_*.deb"))
        target = folder / ("fonts" if name in DEBIAN_FONTS else f"art/{name}")
        target.mkdir(parents=True, exist_ok=True)
        run("dpkg-deb", "-x", str(archive), str(target))
    for number, name in enumerate(NPM_ART):
        target = packages / str(number)
        target.mkdir(exist_ok=True)
        run("npm", "pack", "--silent", name, folder=target)
        shutil.unpack_archive(next(target.glob("*.tgz")), folder / "art" / name.rsplit("@", 1)[0].replace("/", "_"))


def _drawn(svg: Path, height_px: int, *options: str) -> Image:
    """A drawing as a picture [height_px, width, 4], by librsvg."""
    picture = svg.with_suffix(".drawn.png")
    size = () if options else ("-h", str(height_px), "--keep-aspect-ratio")
    run("rsvg-convert", *size, *options, str(svg), "-o", str(picture))
    image = cv2.imread(str(picture), cv2.IMREAD_UNCHANGED)
    picture.unlink()
    if image is None:
        raise ValueError(f"librsvg drew nothing from {svg}; check that the package is whole")
    return image


def on_white(image: Image) -> Image:
    """A picture without transparency, [height, width, 3]."""
    if image.ndim == 2:
        return cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    if image.shape[2] == 3:
        return image
    share = image[..., 3:] / 255.0
    return np.round(image[..., :3] * share + 255 * (1 - share)).astype(np.uint8)


def _gnome(art: Path) -> Iterator[tuple[str, str, Image]]:
    """Sheets of 13 by 5: a row each for clubs, diamonds, hearts and spades; black and red joker start the fifth."""
    cells = {f"{rank}{suit}": (row, column) for row, suit in enumerate("CDHS") for column, rank in enumerate(_RANKS)}
    cells |= {"JKB": (4, 0), "JKR": (4, 1)}
    for sheet in sorted(art.glob("gnome-cards-data/usr/share/aisleriot/cards/*.svgz")):
        if sheet.stem in GNOME_LEFT_OUT:
            continue
        image = _drawn(sheet, 5 * FACE_HEIGHT_PX)
        width = image.shape[1] / 13
        for code, (row, column) in cells.items():
            left, top = round(column * width), row * FACE_HEIGHT_PX
            yield f"gnome-{sheet.stem}", code, image[top : top + FACE_HEIGHT_PX, left : left + round(width)]


def _kde(art: Path) -> Iterator[tuple[str, str, Image]]:
    """One drawing a deck, in which every card has a name of its own."""
    for deck in KDE_DECKS:
        packed = next(art.glob(f"kdegames-card-data-kf5/usr/share/carddecks/{deck}/*.svgz"))
        drawing = packed.with_suffix(".svg")
        drawing.write_bytes(gzip.decompress(packed.read_bytes()))
        for suit, long_suit in _LONG_SUITS.items():
            for rank, long_rank in zip(_RANKS, _LONG_RANKS, strict=True):
                name = f"--export-id={long_rank}_{long_suit}"
                if (deck, rank + suit) in KDE_DEFECTIVE:
                    continue
                yield f"kde-{deck}", rank + suit, _drawn(drawing, FACE_HEIGHT_PX, "--zoom=2", name)


def _single_files(art: Path) -> Iterator[tuple[str, str, Path]]:
    """Decks that keep each card in a file: (deck, code, file)."""
    svg_cards = art / "svg-cards/package/png/2x"
    younes = art / "@younestouati_playing-cards-standard-deck/package/cards"
    pokerth = art / "pokerth-data/usr/share/games/pokerth/gfx/cards"
    for suit, long_suit in _LONG_SUITS.items():
        for number, (rank, long_rank) in enumerate(zip(_RANKS, _LONG_RANKS, strict=True), start=1):
            code = rank + suit
            yield "svg-cards", code, svg_cards / f"{long_suit}_{long_rank}.png"
            if code != "4S":  # its picture in this package is defective
                yield "younestouati", code, younes / f"{number}{suit.lower()}.svg"
            place = 13 * "DHSC".index(suit) + (number - 2) % 13
            yield "pokerth-two", code, pokerth / "default" / f"{place}.png"
            yield "pokerth-four", code, pokerth / "default4c" / f"{place}.png"
            for style in ("2color", "2color-bf", "4color", "4color-bf"):
                kennard = art / "react-free-playing-cards/package/src/images" / style / f"{code}.svg"
                yield f"kennard-{style}", code, kennard
    yield "svg-cards", "JKB", svg_cards / "joker_black.png"
    yield "svg-cards", "JKR", svg_cards / "joker_red.png"
    yield "younestouati", "JK", younes / "joker.svg"
    yield "younestouati", "4S", art / "cardsJS/package/dist/cards/4S.svg"
    yield "kennard-2color", "JK", art / "react-free-playing-cards/package/src/images/2color/2J.svg"


def _singles(art: Path) -> Iterator[tuple[str, str, Image]]:
    for deck, code, file in _single_files(art):
        if file.suffix == ".svg":
            yield deck, code, _drawn(file, FACE_HEIGHT_PX)
        elif (image := cv2.imread(str(file), cv2.IMREAD_UNCHANGED)) is not None:
            yield deck, code, image


def gather(folder: Path) -> int:
    """Draws every face of the unpacked art into FOLDER/faces; the number of faces."""
    count = 0
    for source in (_gnome, _kde, _singles):
        for deck, code, image in source(folder / "art"):
            face = on_white(image)
            width = round(face.shape[1] * FACE_HEIGHT_PX / face.shape[0])
            target = folder / "faces" / deck / f"{code}.png"
            target.parent.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(target), cv2.resize(face, (width, FACE_HEIGHT_PX), interpolation=cv2.INTER_AREA))
            count += 1
    return count


if __name__ == "__main__":
    base = Path(sys.argv[1])
    download(base)
    sys.stdout.write(f"{gather(base)} faces in {base / 'faces'}\n")
