"""Prints the definitions of Python files as CPython's ast sees them, for commands/python.mjs.

usage: python3 ast-definitions.py DIR...

One JSON object: {path: {"classes": [[name, line, column]], "functions": [...]}}, or null for a
file that ast does not parse. Positions are those of the names, 1-indexed, columns in UTF-16 units.
"""

import ast
import io
import json
import os
import re
import sys
import tokenize
import unicodedata
import warnings

KEYWORDS_AND_NAME = re.compile(r"(?:async(?:\s|\\\n)+)?(?:class|def)(?:\s|\\\n)+([^\s(:\[\\]+)")

# Below the standard library, yet no part of it.
INSTALLED_PACKAGES = {"site-packages", "dist-packages"}


def main(folders):
    warnings.simplefilter("ignore")
    found = {path: definitions_of(path) for folder in folders for path in files_of(folder)}
    json.dump(found, sys.stdout)


def files_of(folder):
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(set(folders) - INSTALLED_PACKAGES)
        for name in sorted(names):
            path = os.path.join(parent, name)
            if name.endswith(".py") and os.path.isfile(path):
                yield path


def definitions_of(path):
    with open(path, "rb") as file:
        source = file.read()
    try:
        tree = ast.parse(source)
        text = text_of(source) + "\n"
    except (SyntaxError, ValueError, LookupError, RecursionError, MemoryError):
        return None
    starts = [0] + [end.end() for end in re.finditer("\n", text)]
    found = {"classes": [], "functions": []}
    for node in nodes_of(tree):
        if isinstance(node, ast.ClassDef):
            found["classes"].append(name_of(node, text, starts))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found["functions"].append(name_of(node, text, starts))
    return found


def nodes_of(tree):
    """Every node. A stack instead of recursion: sources may nest deeply."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(ast.iter_child_nodes(node))


def text_of(source):
    """The text as the parser reads it: decoded by its coding line, line ends as newlines."""
    encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
    return io.TextIOWrapper(io.BytesIO(source), encoding).read()


def name_of(node, text, starts):
    """The name as written: the position in ast is that of `async`, `class` or `def`, line continuations may follow."""
    line_start = starts[node.lineno - 1]
    line_text = text[line_start : text.find("\n", line_start)]
    column = len(line_text.encode()[: node.col_offset].decode())
    match = KEYWORDS_AND_NAME.match(text, line_start + column)
    name, start = match.group(1), match.start(1)
    assert unicodedata.normalize("NFKC", name) == node.name, (name, node.name)
    line = text.count("\n", 0, start) + 1 if "\n" in match.group(0) else node.lineno
    before = text[starts[line - 1] : start]
    return [name, line, len(before.encode("utf-16-le")) // 2 + 1]


main(sys.argv[1:])
