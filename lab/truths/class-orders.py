"""Prints the method resolution orders of the classes of the standard library, a JSON value a line: first its folder.

    python3 lab/truths/class-orders.py [MODULE...]

A class is {"path", "line", "name", "mro", "remade"}: the name is qualified in its module, the order has the qualified names
of those classes that a `class` statement of the standard library defines. `remade` is true for one that has not as many
bases as its statement, as a decorator has made another class of it. Modules that cannot be imported are left out, and so is
a class that a file defines twice.
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

# Those that open windows or browsers, tests, and tix, which gives classes of tkinter another base when it is imported.
skipped = {"antigravity", "this", "idlelib", "turtledemo", "test", "tests", "lib2to3", "site-packages", "__main__", "tix"}


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
    """Returns the class statements of a file by the qualified name of the class."""
    nodes = {}

    def visit(node, outer):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                nodes.setdefault(outer + child.name, []).append(child)
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
    return nodes


def file_of(name):
    """Returns the file of a module of the standard library, or None."""
    path = getattr(sys.modules.get(name), "__file__", None)
    is_own = path and path.startswith(top) and path.endswith(".py") and "site-packages" not in path
    return path if is_own else None


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


def described(found, node, written):
    path, name = written[found]
    mro = [written[one][1] for one in inspect.getmro(found) if one in written]
    bases = found.__dict__.get("__orig_bases__", found.__bases__)
    remade = len(bases) != len(node.bases) if node.bases else bases != (object,)
    return {"path": path, "line": node.lineno, "name": name, "mro": mro, "remade": remade}


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
        for qualified, nodes in sorted(classes_in(path).items(), key=lambda item: item[0]):
            found = class_named(module, qualified) if len(nodes) == 1 else None
            if found is not None and written.get(found) == (path, qualified):
                print(json.dumps(described(found, nodes[0], written)), file=out, flush=True)


main(sys.argv[1:])
