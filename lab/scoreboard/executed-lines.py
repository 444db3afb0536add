"""Runs the statements of a file one after the other, and prints as JSON what CPython says of expressions that are statements.

python3 executed-lines.py FILE prints {"refused": {"12": "IndexError: list index out of range"}, "given": {"14": [["int()"]]}, "annotated": false}: by line,
counted from 1, where the expression ends.

- refused: errors of expressions outside of functions, classes and blocks. Left out are errors that say nothing about the
  expression: of a name that an error before it has left unbound, and of `None` or `NotImplemented`, which functions give that
  have annotations and no code.
- given: of each value that an expression gave wherever it was run, the names that are right for it: `int()` of a value, by its
  class or one of its bases, `int` of the class, and the name of a function or module. Left out are `None` and `NotImplemented`,
  generators and the like, of which a class has many names, objects of `typing`, and expressions with names that a statement before
  them should have bound and did not.
- annotated: true where the file has annotations, which CPython does not check.
"""

import ast
import json
import keyword
import os
import re
import signal
import sys
import types

path = os.path.realpath(sys.argv[1])
sys.path.insert(0, os.path.dirname(path))
out = os.fdopen(os.dup(1), "w")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
tries = 100


def parsed(text):
    """Lines that CPython cannot read do nothing, but for the names that they should bind."""
    lines = text.split("\n")
    for _ in range(tries):
        try:
            return ast.parse("\n".join(lines))
        except SyntaxError as error:
            line = lines[error.lineno - 1]
            indent = line[: len(line) - len(line.lstrip())]
            names = [one for one in re.findall(r"[A-Za-z_]\w*", line) if not keyword.iskeyword(one)]
            # What is left of the body of such a line.
            is_rest = isinstance(error, IndentationError) and "unexpected indent" in error.msg
            told = f"{indent}pass" if indent else f"raise SyntaxError({', '.join(names)})"
            lines[error.lineno - 1] = "" if is_rest else told
    return ast.parse("")


# An attribute may be declared and not there yet.
told = (TypeError, LookupError)
empty = ("NoneType", "NotImplementedType")
descriptors = (types.MethodDescriptorType, types.WrapperDescriptorType, types.ClassMethodDescriptorType)
untold = (*empty, "generator", "async_generator", "coroutine", "method-wrapper", "ellipsis")
named = (types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.ModuleType, *descriptors)


class Seen(ast.NodeTransformer):
    """Expressions that are statements tell what they give."""

    def visit_Expr(self, node):
        self.generic_visit(node)
        # The first string of a function is its documentation.
        if isinstance(node.value, ast.Constant):
            return node
        names_by_line[node.end_lineno] = names_in(node)
        call = ast.Call(ast.Name("seen_of_test", ast.Load()), [ast.Constant(node.end_lineno), node.value], [])
        return ast.copy_location(ast.Expr(ast.fix_missing_locations(ast.copy_location(call, node))), node)


def names_of(value):
    if isinstance(value, type):
        return [value.__name__]
    if isinstance(value, named):
        return [value.__name__.rpartition(".")[2]]
    if type(value).__name__ in untold or type(value).__module__ == "typing":
        return []
    return [f"{one.__name__}()" for one in type(value).__mro__[:-1]]


def seen(line, value):
    names = [] if names_by_line[line] & unbound else names_of(value)
    all_of_line = given.setdefault(line, [])
    if names and names not in all_of_line:
        all_of_line.append(names)
    return value


def bound_by(statement):
    stored = {one.id for one in ast.walk(statement) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    return {statement.name} if hasattr(statement, "name") else stored


def is_annotated(text):
    fields = ("annotation", "returns")
    return "# type:" in text or any(getattr(one, field, None) for one in ast.walk(tree) for field in fields)


def stop(*_):
    raise TimeoutError


def names_in(node):
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} - {"seen_of_test"}


with open(path) as file:
    text = file.read()
refused = {}
given = {}
names_by_line = {}
unbound = set()
tree = Seen().visit(parsed(text))
module = types.ModuleType(os.path.basename(path).removesuffix(".py"))
module.__file__ = path
module.seen_of_test = seen
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
            refused[statement.end_lineno] = f"{type(error).__name__}: {error}"
        if not is_expression:
            unbound |= bound_by(statement) or names_in(statement)
    else:
        if isinstance(statement, (ast.Assign, ast.FunctionDef, ast.ClassDef)):
            unbound -= bound_by(statement)
    finally:
        signal.alarm(0)
print(json.dumps({"refused": refused, "given": given, "annotated": is_annotated(text)}), file=out, flush=True)
os._exit(0)
