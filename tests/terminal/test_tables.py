"""Tables of text: nothing of them is lost, whatever the width, and they fit where they can."""

from hypothesis import given
from hypothesis import strategies as st

from companion.terminal.tables import markdown, plain

words = st.text("abcdefghij", min_size=1, max_size=9)
cells = st.lists(words, max_size=6).map(" ".join)
tables = st.integers(1, 5).flatmap(lambda width: st.lists(st.lists(cells, min_size=width, max_size=width), min_size=1))


@given(tables, st.integers(1, 120))
def test_every_word_stands_in_its_column_whatever_the_width(rows: list[list[str]], width: int):
    lines = list(plain(rows, width))
    said = sorted(word for line in lines for word in line.split() if not word.startswith("-"))
    assert said == sorted(word for row in rows for cell in row for word in cell.split())


@given(tables, st.integers(60, 120))
def test_a_table_of_short_words_fits(rows: list[list[str]], width: int):
    assert max(map(len, plain(rows, width))) <= width


@given(tables)
def test_where_there_is_room_a_row_is_a_line(rows: list[list[str]]):
    assert len(list(plain(rows, 1000))) == len(rows) + 1


@given(tables)
def test_as_markdown_every_line_has_its_cells_and_all_are_equally_long(rows: list[list[str]]):
    lines = markdown(rows).splitlines()
    assert len(lines) == len(rows) + 1
    assert len(set(map(len, lines))) == 1
    assert [[cell.strip() for cell in line[2:-2].split(" | ")] for line in lines if "|-" not in line] == rows
