"""Reads { patterns, texts } and writes, for each pattern, whether Python's re and pydantic match each text: a string of 0 and 1."""

import json
import re
import sys

from pydantic_core import SchemaValidator, core_schema

given = json.load(sys.stdin)


def answers(matcher_of):
    return ["".join("01"[matcher_of(pattern)(text)] for text in given["texts"]) for pattern in given["patterns"]]


def of_re(pattern):
    expression = re.compile(pattern)
    return lambda text: expression.search(text) is not None


def of_pydantic(pattern):
    return SchemaValidator(core_schema.str_schema(pattern=pattern)).isinstance_python


print(json.dumps({"re": answers(of_re), "pydantic": answers(of_pydantic)}))
