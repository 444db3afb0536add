"""Prints what modules and stubs name: path -> {qualified name: kind}, or null for what ast does not parse.

    python3 lab/truths/stub-names.py < paths

Paths are lines of the input. Names are those of classes, functions, variables and imports on the level of the module and of
classes, also within conditions; of attributes that methods set on self, "self" is the kind.
"""

import ast
import json
import sys
import warnings


def names_of(path):
    with open(path, "rb") as file:
        try:
            tree = ast.parse(file.read())
        except (SyntaxError, ValueError, RecursionError):
            return None
    found = {}
    visit(tree.body, "", found, "")
    return found


def visit(statements, prefix, found, where):
    for statement in statements:
        add(statement, prefix, found, where)


def bind(found, name, kind):
    found.setdefault(name, kind)


def add(node, prefix, found, where):
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        bind(found, prefix + node.name, where + "function")
        if prefix:
            attributes(node, prefix, found)
    elif isinstance(node, ast.ClassDef):
        bind(found, prefix + node.name, where + "class")
        visit(node.body, prefix + node.name + ".", found, where)
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        for alias in node.names:
            bind(found, prefix + (alias.asname or alias.name.split(".")[0]), where + "import")
    elif isinstance(node, ast.Assign):
        for target in node.targets:
            for name in ast.walk(target):
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                    bind(found, prefix + name.id, where + "variable")
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        bind(found, prefix + node.target.id, where + "variable")
    elif isinstance(node, ast.If):
        is_main = "__name__" in ast.dump(node.test) and "__main__" in ast.dump(node.test)
        visit(node.body, prefix, found, "main " if is_main else where or "branch ")
        visit(node.orelse, prefix, found, where or "branch ")
    elif isinstance(node, (ast.For, ast.While, ast.With, ast.Try, ast.AsyncFor, ast.AsyncWith)):
        for block in ("body", "orelse", "finalbody"):
            visit(getattr(node, block, []), prefix, found, where or "branch ")
        for handler in getattr(node, "handlers", []):
            visit(handler.body, prefix, found, where or "branch ")


def attributes(function, prefix, found):
    arguments = function.args.posonlyargs + function.args.args
    if not arguments:
        return
    for node in ast.walk(function):
        is_set = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if is_set and isinstance(node.value, ast.Name) and node.value.id == arguments[0].arg:
            bind(found, prefix + node.attr, "self")


warnings.simplefilter("ignore")
print(json.dumps({path: names_of(path) for path in sys.stdin.read().splitlines()}))
