"""Prints what pyflakes says about the names of Python files, for commands/names.mjs.

usage: python3 name-messages.py < PATHS

PATHS has a file or a folder a line. One JSON object a line: {"path": ..., "rows": ["LINE CODE MESSAGE", ...]}, with "rows": null for a file that is not UTF-8 or
that ast does not parse. The last line is {"seconds": ..., "version": ...}: the time of ast and pyflakes.
"""

import ast
import json
import os
import sys
import time
import warnings

import pyflakes
from pyflakes import checker

CODES = {
    "DuplicateArgument": "duplicate-argument",
    "ImportStarUsage": "star-import-used",
    "RedefinedWhileUnused": "redefinition",
    "ReturnOutsideFunction": "return-outside-function",
    "UndefinedExport": "undefined-name",
    "UndefinedLocal": "undefined-local",
    "UndefinedName": "undefined-name",
    "UnusedImport": "unused-import",
    "UnusedVariable": "unused-variable",
}


def main(paths):
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(10_000)
    seconds = 0.0
    for path in (file for path in paths for file in files_of(path)):
        begin = time.perf_counter()
        rows = rows_of(path)
        seconds += time.perf_counter() - begin
        print(json.dumps({"path": path, "rows": rows}))
    print(json.dumps({"seconds": seconds, "version": pyflakes.__version__}))


def files_of(folder):
    if os.path.isfile(folder):
        yield folder
    for parent, folders, files in os.walk(folder):
        folders.sort()
        yield from (os.path.join(parent, name) for name in sorted(files) if name.endswith(".py"))


def rows_of(path):
    try:
        with open(path, encoding="utf-8") as file:
            messages = checker.Checker(ast.parse(file.read(), path), filename=path).messages
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None
    known = [(CODES.get(type(message).__name__), message) for message in messages]
    return [f"{message.lineno} {code} {message.message % message.message_args}" for code, message in known if code]


main(sys.stdin.read().splitlines())
