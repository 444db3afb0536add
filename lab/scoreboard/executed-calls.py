"""Runs the main.py of a folder and prints the calls between its functions that CPython makes, as JSON.

python3 executed-calls.py DIR prints {"edges": [["main", "main.f"], …], "error": null}: names are dotted, from the module on.
The code of a lambda and of a comprehension is that of the function around it; the call of a lambda is an edge to `main.f.<lambda>`,
whose function is the one that has it. `error` is the exception that ended the program, if one did. A call with wrong arguments is none:
`error` then names the function.
"""

import inspect
import json
import os
import runpy
import sys

root = os.path.realpath(sys.argv[1])
edges = set()
comprehensions = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
inner = ("<lambda>", *comprehensions)
generators = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
begun = []


def name_of(frame):
    while frame is not None and frame.f_code.co_name in inner:
        frame = frame.f_back
    return None if frame is None else name_of_code(frame.f_code)


def name_of_code(code):
    path = os.path.realpath(code.co_filename)
    if not path.startswith(root + os.sep):
        return None
    module = path[len(root) + 1 :].removesuffix(".py").removesuffix(os.sep + "__init__").replace(os.sep, ".")
    own = code.co_qualname.replace(".<locals>", "")
    return module if own == "<module>" else f"{module}.{own}"


def caller_of(frame):
    # What CPython itself calls on the way, such as map, has no frame, and the importer is no caller.
    while frame is not None:
        name = name_of(frame)
        if name is not None:
            return name
        if "importlib" in frame.f_code.co_filename:
            return None
        frame = frame.f_back
    return None


def is_resumed(frame):
    """True for a generator that goes on: that is no call of its function."""
    if not frame.f_code.co_flags & generators:
        return False
    if any(frame is one for one in begun):
        return True
    begun.append(frame)
    return False


def profile(frame, event, _):
    # The body of a class is no function: its code has no fast locals.
    is_function = frame.f_code.co_flags & inspect.CO_OPTIMIZED
    if event != "call" or not is_function or frame.f_code.co_name in comprehensions or is_resumed(frame):
        return
    called = name_of_code(frame.f_code)
    caller = caller_of(frame.f_back)
    if called is not None and caller is not None:
        edges.add((caller, called))


sys.path.insert(0, root)
sys.stdout, out = open(os.devnull, "w"), sys.stdout
error = None
sys.setprofile(profile)
try:
    runpy.run_path(os.path.join(root, "main.py"), run_name="main")
except BaseException as exception:
    error = f"{type(exception).__name__}: {exception}"
finally:
    sys.setprofile(None)
print(json.dumps({"edges": sorted(edges), "error": error}), file=out)
