"""Judges examples, and what they become when one place is spoiled, by the models that datamodel-code-generator makes and by their schemas.

Reads { components, examples: [{ model, schema, value }] } and prints what the models refuse of the examples, and the places of spoiled ones
where they are laxer or stricter than the schemas.
"""

import copy
import json
import sys

import jsonschema_rs
import models
from pydantic import TypeAdapter, ValidationError

ABSENT = object()
SPOILED = [ABSENT, None, True, -1, 0.5, 2**60, "", "\n", "x", "x" * 3000, [], {}]

given = json.load(sys.stdin)


def accepted_by_model(name):
    adapter = TypeAdapter(getattr(models, name))

    def accepts(value):
        try:
            adapter.validate_json(json.dumps(value), strict=True)
            return True
        except ValidationError:
            return False

    return accepts


def accepted_by_schema(schema):
    whole = {"allOf": [schema], "components": given["components"]}
    return jsonschema_rs.validator_for(whole, validate_formats=True).is_valid


def places(value, path=()):
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, member in members:
        yield (*path, name)
        yield from places(member, (*path, name))


def spoil(value, path, instead):
    result = copy.deepcopy(value)
    *parents, name = path
    place = result
    for parent in parents:
        place = place[parent]
    if instead is ABSENT:
        del place[name]
    else:
        place[name] = instead
    return result


found = {"refused": [], "laxer": [], "stricter": []}
for example in given["examples"]:
    name, value = example["model"], example["value"]
    by_model, by_schema = accepted_by_model(name), accepted_by_schema(example["schema"])
    if not (by_model(value) and by_schema(value)):
        found["refused"].append({"model": name, "value": value})
    for path in places(value):
        for instead in SPOILED:
            spoiled = spoil(value, path, instead)
            answers = (by_model(spoiled), by_schema(spoiled))
            # For pydantic an optional member that is null is one that is absent.
            if answers[0] != answers[1] and instead is not None:
                found["laxer" if answers[0] else "stricter"].append(".".join(map(str, (name, *path))))

print(json.dumps(found))
