"""What OpenAPI says of this interface: what is written down, and every command as its own table has it."""

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.registry.games import GAMES
from companion.web.commands import COMMANDS, Form

_WRITTEN = Path(__file__).with_name("openapi.json")
_ANSWERS: Mapping[str, str] = MappingProxyType(
    {
        "200": "What came of it, as the log keeps it.",
        "400": "Another host name, no JSON object, or a wrong field, which is named.",
        "401": "A phone that only watches.",
        "403": "Another page asked, or this is not for whoever asked.",
        "409": "The referee refuses, or the game has gone on; nothing was changed.",
        "413": "More than 4096 bytes.",
        "415": "Not application/json.",
        "503": "No game is being played, or the table does not answer; nothing was changed.",
    }
)


def description() -> dict[str, Any]:
    """The whole document."""
    written: dict[str, Any] = json.loads(_WRITTEN.read_text("utf-8"))
    commands = {f"/api/commands/{name}": {"post": _operation(name, form)} for name, form in COMMANDS.items()}
    return {**written, "paths": {**written["paths"], **commands}}


def _operation(name: str, form: Form) -> dict[str, Any]:
    games = [game for game, rules in GAMES.items() if name in rules.acts] or [*GAMES]
    return {
        "summary": form.summary,
        "description": f"Known in {' and '.join(games)}; 409 in any other game.",
        "requestBody": {"required": True, "content": _json(_body(form))},
        "responses": {code: _answer(code, words) for code, words in _ANSWERS.items()},
    }


def _body(form: Form) -> dict[str, Any]:
    optional = form.may_be_missing
    fields = {
        name: each.optional_schema if name in optional else dict(each.schema) for name, each in form.fields.items()
    }
    required = [name for name in fields if name not in optional]
    return {"type": "object", "properties": fields, "required": required, "additionalProperties": False}


def _answer(code: str, words: str) -> dict[str, Any]:
    return {
        "description": words,
        "content": _json({"$ref": f"#/components/schemas/{'Done' if code == '200' else 'Error'}"}),
    }


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
