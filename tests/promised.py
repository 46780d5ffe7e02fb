"""What the description of the API promises, and whether an answer is that."""

import json
import re
from collections.abc import Iterator
from typing import Any

from werkzeug.test import TestResponse

from companion.web import Live, create_app

DOCUMENT: dict[str, Any] = create_app(Live()).test_client().get("/api/openapi.json").json
TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


def problems(schema: dict[str, Any], value: object, where: str = "it") -> Iterator[str]:
    """Where a value is not what the schema promises, for the few words of JSON Schema used here."""
    if "oneOf" in schema:
        found = [list(problems(each, value, where)) for each in schema["oneOf"]]
        yield from min(found, key=len)
        return
    if "$ref" in schema:
        schema = DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if value is None and "null" in kinds:
        return
    fits = isinstance(value, TYPES[kinds[0]]) and (kinds[0] == "boolean") == isinstance(value, bool)
    if not fits:
        yield f"{where} is {value!r}, not {kinds}"
        return
    if isinstance(value, list):
        yield from _in_list(schema, value, where)
    elif isinstance(value, dict):
        yield from _in_object(schema, value, where)
    elif (isinstance(value, str) and not re.search(schema.get("pattern", ""), value)) or value not in schema.get(
        "enum", (value,)
    ):
        yield f"{where} is {value!r}"
    elif isinstance(value, int) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield f"{where} is {value}"


def _in_list(schema: dict[str, Any], value: list[object], where: str) -> Iterator[str]:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        yield f"{where} has {len(value)} items"
    for place, item in enumerate(value):
        yield from problems(schema["items"], item, f"{where}[{place}]")


def _in_object(schema: dict[str, Any], value: dict[str, object], where: str) -> Iterator[str]:
    known = schema.get("properties", {})
    yield from (f"{where} lacks {name}" for name in schema.get("required", ()) if name not in value)
    if schema.get("additionalProperties") is False:
        yield from (f"{where} has {name}" for name in value if name not in known)
    for name in set(known) & set(value):
        yield from problems(known[name], value[name], f"{where}.{name}")


def check(answer: TestResponse, path: str, method: str = "get") -> TestResponse:
    """The answer, once it is what was promised for this path."""
    promised = DOCUMENT["paths"][path][method]["responses"]
    assert str(answer.status_code) in promised, f"{method} {path} answered {answer.status_code}: {answer.text}"
    content = promised[str(answer.status_code)].get("content", {})
    assert answer.mimetype in content or not answer.data
    if answer.mimetype == "application/json":
        schema = content["application/json"]["schema"]
        assert list(problems(schema, json.loads(answer.text))) == []
    return answer
