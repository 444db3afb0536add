"""Runs the statements of a file one after the other and prints which expressions among them CPython refuses, as JSON.

python3 executed-lines.py FILE prints {"12": "IndexError: list index out of range"}: by line, counted from 1, of expressions outside
of functions, classes and blocks. Left out are errors that say nothing about the expression: of a name that an error before it has left
unbound, and of `None` or `NotImplemented`, which functions give that have annotations and no code.
"""

import ast
import json
import os
import signal
import sys
import types

path = os.path.realpath(sys.argv[1])
sys.path.insert(0, os.path.dirname(path))
out = os.fdopen(os.dup(1), "w")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
tries = 100


def parsed(text):
    """Lines that CPython cannot read do nothing."""
    lines = text.split("\n")
    for _ in range(tries):
        try:
            return ast.parse("\n".join(lines))
        except SyntaxError as error:
            line = lines[error.lineno - 1]
            lines[error.lineno - 1] = line[: len(line) - len(line.lstrip())] + "pass"
    return ast.parse("")


with open(path) as file:
    tree = parsed(file.read())
module = types.ModuleType(os.path.basename(path).removesuffix(".py"))
module.__file__ = path
found = {}
unbound = set()
# An attribute may be declared and not there yet.
told = (TypeError, LookupError)
empty = ("NoneType", "NotImplementedType")


def stop(*_):
    raise TimeoutError


def names_in(node):
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


signal.signal(signal.SIGALRM, stop)
for statement in tree.body:
    is_expression = isinstance(statement, ast.Expr)
    part = ast.Expression(statement.value) if is_expression else ast.Module([statement], [])
    signal.alarm(2)
    try:
        eval(compile(part, path, "eval" if is_expression else "exec"), module.__dict__)
    except BaseException as error:
        is_told = isinstance(error, told) and not any(name in str(error) for name in empty)
        if is_expression and is_told and not unbound & names_in(statement):
            found[statement.end_lineno] = f"{type(error).__name__}: {error}"
        if not is_expression:
            unbound |= names_in(statement) | {getattr(statement, "name", "")}
    finally:
        signal.alarm(0)
print(json.dumps(found), file=out, flush=True)
os._exit(0)
