"""Prints the method resolution orders of the classes of the standard library, a JSON value a line: first its folder.

    python3 scripts/class-orders.py [MODULE...]

A class is {"path", "line", "name", "mro"}: the name is qualified in its module, the order has the qualified names of those
classes that a `class` statement of the standard library defines. Modules that cannot be imported are left out, and so is a
class that a file defines twice.
"""

import ast
import functools
import importlib
import inspect
import json
import os
import sys
import sysconfig
import warnings

top = sysconfig.get_path("stdlib")

# Those that open windows or browsers, and tests.
skipped = {"antigravity", "this", "idlelib", "turtledemo", "test", "tests", "lib2to3", "site-packages", "__main__"}


def module_names():
    for folder, folders, files in os.walk(top):
        folders[:] = sorted(name for name in folders if name not in skipped and name.isidentifier())
        for file in sorted(files):
            if not file.endswith(".py"):
                continue
            parts = os.path.relpath(os.path.join(folder, file[:-3]), top).split(os.sep)
            if parts[-1] == "__init__":
                parts.pop()
            if parts and not set(parts) & skipped and all(part.isidentifier() for part in parts):
                yield ".".join(parts)


@functools.cache
def classes_in(path):
    """Returns the lines of the class statements of a file by the qualified name of the class."""
    lines = {}

    def visit(node, outer):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                lines.setdefault(outer + child.name, []).append(child.lineno)
                visit(child, outer + child.name + ".")
            elif isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                visit(child, outer + child.name + ".<locals>.")
            else:
                visit(child, outer)

    try:
        with open(path, encoding="utf-8") as file:
            visit(ast.parse(file.read()), "")
    except (OSError, SyntaxError, ValueError):
        pass
    return lines


def file_of(name):
    """Returns the file of a module of the standard library, or None."""
    path = getattr(sys.modules.get(name), "__file__", None)
    return path if path and path.startswith(top) and path.endswith(".py") else None


def class_named(module, qualified):
    """Returns the class of that name, or None where the name is that of something else."""
    found = module
    for part in qualified.split("."):
        found = getattr(found, part, None)
    return found if inspect.isclass(found) and found.__qualname__ == qualified else None


def imported(names):
    for name in names:
        try:
            module = importlib.import_module(name)
        except BaseException:
            continue
        if file_of(name) is not None:
            yield name, module


def statements():
    """Returns the class statement, as path and qualified name, of each class of the modules that are loaded.

    One that C code replaces has that of its name.
    """
    loaded = [(name, module, file_of(name)) for name, module in sorted(sys.modules.items())]
    written = [
        (class_named(module, qualified), name, path, qualified)
        for name, module, path in loaded
        if path is not None
        for qualified in classes_in(path)
    ]
    found = {}
    for is_own in (True, False):
        for one, name, path, qualified in written:
            if one is not None and (one.__module__ == name) == is_own:
                found.setdefault(one, (path, qualified))
    return found


def main(names):
    warnings.simplefilter("ignore")
    out = sys.stdout
    print(json.dumps(top), file=out)
    # Modules that print when they are imported.
    sys.stdout = open(os.devnull, "w")
    modules = list(imported(names or module_names()))
    written = statements()
    for name, module in modules:
        path = file_of(name)
        for qualified, lines in sorted(classes_in(path).items()):
            found = class_named(module, qualified) if len(lines) == 1 else None
            if found is not None and written.get(found) == (path, qualified):
                mro = [written[one][1] for one in inspect.getmro(found) if one in written]
                print(json.dumps({"path": path, "line": lines[0], "name": qualified, "mro": mro}), file=out, flush=True)


main(sys.argv[1:])
