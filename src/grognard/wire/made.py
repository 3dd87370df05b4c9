"""What is made from the contract: TypeScript, JSON Schema, a reference page, and a check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.wire.definitions import (
    MODULES,
    AnyOf,
    ListOf,
    MapOf,
    Named,
    OneOf,
    definitions,
    fields_of,
    kind_of,
    module_doc,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.wire.definitions import Definition, Kind
    from grognard.wire.words import Plain

SCRIPT: Final = {
    "str": "string",
    "int": "number",
    "float": "number",
    "bool": "boolean",
    "None": "null",
}
SCHEMA: Final = {
    "str": "string",
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "None": "null",
}
HOLDS: Final[dict[str, tuple[type, ...]]] = {
    "str": (str,),
    "int": (int,),
    "float": (int, float),
    "bool": (bool,),
    "None": (type(None),),
}

# TypeScript


def typescript() -> str:
    """Return every type for the client."""
    parts = [
        "// What the server sends. Made by `make wire` from src/grognard/wire: change it there.",
        'export type Lang = "en" | "fr";',
    ]
    parts += [_comment(made.doc) + _declared(made) for made in definitions().values()]
    return "\n\n".join(parts) + "\n"


def _declared(made: Definition) -> str:
    if made.alias is not None:
        return f"export type {made.name} = {_script(kind_of(made.alias))};"
    above = f" extends {made.base}" if made.base else ""
    lines = [
        f"{_comment(field.doc, '  ')}  {field.name}{'' if field.is_required else '?'}: "
        f"{_script(kind_of(field.kind))};"
        for field in made.fields
    ]
    return "\n".join([f"export interface {made.name}{above} {{", *lines, "}"])


def _comment(doc: str, indent: str = "") -> str:
    text = " ".join(doc.split()).replace("``", "`").replace("*/", "* /")
    return f"{indent}/** {text} */\n" if text else ""


def _script(kind: Kind) -> str:
    match kind:
        case Named(name):
            return SCRIPT.get(name, name)
        case ListOf((one,)):
            inner = _script(one)
            return f"({inner})[]" if isinstance(one, AnyOf | OneOf) else f"{inner}[]"
        case ListOf(parts):
            return f"[{', '.join(_script(part) for part in parts)}]"
        case MapOf(of) if of == Named("Plain"):
            return "{ [key: string]: Plain }"
        case MapOf(of):
            return f"Record<string, {_script(of)}>"
        case AnyOf(kinds):
            return " | ".join(dict.fromkeys(_script(each) for each in kinds))
        case OneOf(texts):
            return " | ".join(f'"{text}"' for text in texts)


# JSON Schema, for OpenAPI


def schemas() -> dict[str, dict[str, Plain]]:
    """Return the JSON Schema of every type, by its name."""
    return {name: _schema_of(made) for name, made in definitions().items()}


def reference(name: str) -> dict[str, Plain]:
    """Return where the schema of a type stands in an OpenAPI document."""
    return {"$ref": f"#/components/schemas/{name}"}


def _schema_of(made: Definition) -> dict[str, Plain]:
    if made.alias is not None:
        return {**_schema(kind_of(made.alias)), "description": made.doc}
    every = fields_of(made)
    properties: dict[str, Plain] = {}
    for field in every:
        schema = _schema(kind_of(field.kind))
        properties[field.name] = {**schema, "description": field.doc} if field.doc else schema
    return {
        "type": "object",
        "description": " ".join(made.doc.split()),
        "properties": properties,
        "required": [field.name for field in every if field.is_required],
        "additionalProperties": False,
    }


def _schema(kind: Kind) -> dict[str, Plain]:
    match kind:
        case Named(name):
            return {"type": SCHEMA[name]} if name in SCHEMA else reference(name)
        case ListOf((one,)):
            return {"type": "array", "items": _schema(one)}
        case ListOf(parts):
            return {"type": "array", "prefixItems": [_schema(part) for part in parts]}
        case MapOf(of):
            return {"type": "object", "additionalProperties": _schema(of)}
        case AnyOf(kinds):
            return {"anyOf": [_schema(each) for each in kinds]}
        case OneOf(texts):
            return {"enum": list(texts)}


# The reference page


def page() -> str:
    """Return the reference of every type, as Markdown."""
    parts = [
        "# The types of the contract\n\nMade by `make wire` from `src/grognard/wire`; "
        "[contract.md](contract.md) tells how a game gives them. Keys with `?` may be left out.",
    ]
    for module in MODULES:
        doc = module_doc(module).partition("\n")[0].rstrip(".")
        parts.append(f"## {doc}")
        parts += [_described(made) for made in definitions().values() if made.module == module]
    return "\n\n".join(parts) + "\n"


def _described(made: Definition) -> str:
    doc = " ".join(made.doc.split()).replace("``", "`")
    if made.alias is not None:
        written = _cell(_script(kind_of(made.alias)))
        return f"### {made.name}\n\n{doc}\n\n`{written}`".replace("\\|", "|")
    above = f" All of `{made.base}`, and:" if made.base else ""
    rows = [
        f"| `{field.name}{'' if field.is_required else '?'}` "
        f"| `{_cell(_script(kind_of(field.kind)))}` | {_cell(field.doc)} |"
        for field in made.fields
    ]
    table = "\n".join(["| key | value | |", "|---|---|---|", *rows])
    return f"### {made.name}\n\n{doc}{above}\n\n{table}"


def _cell(text: str) -> str:
    return text.replace("``", "`").replace("|", "\\|")


# The check


def fault(value: object, name: str) -> str:
    """Say where a value is not what a type of the contract says; empty where it is.

    >>> fault({"rule": "4.1", "text": "too far"}, "Reason")
    ''
    >>> fault({"rule": 4, "words": "too far"}, "Reason")
    'Reason.rule is 4, not str'
    """
    return next(_faults(value, Named(name), name), "")


def _faults(value: object, kind: Kind, place: str) -> Iterator[str]:
    match kind:
        case Named(name) if name in HOLDS:
            if not isinstance(value, HOLDS[name]) or (name != "bool" and isinstance(value, bool)):
                yield f"{place} is {value!r}, not {name}"
        case Named(name):
            made = definitions()[name]
            if made.alias is not None:
                yield from _faults(value, kind_of(made.alias), place)
            else:
                yield from _faults_of_object(value, made, place)
        case ListOf(parts):
            yield from _faults_of_list(value, parts, place)
        case MapOf(of):
            if not isinstance(value, dict):
                yield f"{place} is no mapping but {value!r}"
                return
            for key, item in value.items():
                if not isinstance(key, str):
                    yield f"{place} has the key {key!r}; JSON keys are text"
                yield from _faults(item, of, f"{place}.{key}")
        case AnyOf(kinds):
            if all(any(_faults(value, each, place)) for each in kinds):
                yield from _faults(value, kinds[0], place)
        case OneOf(texts):
            if value not in texts:
                yield f"{place} is {value!r}, not one of {', '.join(texts)}"


def _faults_of_list(value: object, parts: tuple[Kind, ...], place: str) -> Iterator[str]:
    if not isinstance(value, list | tuple):
        yield f"{place} is no list but {value!r}"
        return
    kinds = parts * len(value) if len(parts) == 1 else parts
    if len(kinds) != len(value):
        yield f"{place} has {len(value)} items, not {len(kinds)}"
    for number, (item, of) in enumerate(zip(value, kinds, strict=False)):
        yield from _faults(item, of, f"{place}.{number}")


def _faults_of_object(value: object, made: Definition, place: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{place} is no {made.name} but {value!r}"
        return
    every = {field.name: field for field in fields_of(made)}
    for field in every.values():
        if field.name in value:
            yield from _faults(value[field.name], kind_of(field.kind), f"{place}.{field.name}")
        elif field.is_required:
            yield f"{place} lacks {field.name}"
    for key in value:
        if key not in every:
            yield f"{place} has {key!r}, which {made.name} does not"
