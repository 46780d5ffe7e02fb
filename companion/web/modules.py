"""A page's script and all that it imports as one file.

A browser finds modules one after another and has six lines to the table: over a slow line each file is a wait of its
own. Every module becomes a block, and what it exports is kept by its address for those that import it.
"""

import re
from collections.abc import Callable
from posixpath import dirname, join, normpath

_IMPORT = re.compile(r"^import (\{[^}]*\}) from ['\"]([^'\"]+)['\"];$", re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|const) (\w+)", re.MULTILINE)


def joined(address: str, read: Callable[[str], str]) -> str:
    """The module at this address as a script that needs no other, each of what it imports before whoever imports it.

    `read` gives the text at an address. Imports and exports have the one form that is usual here; what has another
    stays as it is. Raises RecursionError for modules that import each other.
    """
    blocks: dict[str, str] = {}

    def take(address: str) -> None:
        text = read(address)
        beside = dirname(address)
        for _, other in _IMPORT.findall(text):
            if (found := normpath(join(beside, other))) not in blocks:
                take(found)
        blocks[address] = _block(address, text)

    take(address)
    return "const modules = {};\n" + "".join(blocks.values())


def _block(address: str, text: str) -> str:
    beside = dirname(address)
    body = _IMPORT.sub(lambda found: f"const {found[1]} = modules['{normpath(join(beside, found[2]))}'];", text)
    names = ", ".join(name for _, name in _EXPORT.findall(text))
    body = _EXPORT.sub(r"\1 \2", body)
    return f"{{ // {address}\n{body}\nmodules['{address}'] = {{ {names} }};\n}}\n"
