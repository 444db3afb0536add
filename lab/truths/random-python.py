"""
Writes programs of Python that nobody has written, and says which of them CPython accepts.

    python3 random-python.py FOLDER COUNT SEED

Input: a folder, how many programs, and a seed; output: NUMBER.py in the folder, each a random tree of the abstract grammar of this
version of Python (the docstrings of `ast` have it) as `ast.unparse` writes it, laid out in another way: with line breaks and comments
inside brackets, backslashes, semicolons, tabs and blank lines. Every second program lacks a random token, or has one twice. Prints a
line for each: its number, and `accepted` or `refused`.
"""

import ast
import io
import random
import re
import sys
import tokenize
import warnings

NAMES = ["a", "b", "self", "cls", "match", "case", "type", "_", "print", "é", "soft", "async_", "__x__"]
CONSTANTS = [0, 1, 2.5, 3j, True, None, ..., "", "t", "it's", 'q"', "a\nb", "\\", "{x}", b"b", b"\xff", "é", 10**20]
# Levels below which only the simplest expressions are made.
DEEPEST = 5


def grammar():
    """Returns for each class of nodes its fields: (type, name, "" or "*" or "?"); and for each type its classes."""
    fields, classes = {}, {}
    for name, node in vars(ast).items():
        if not (isinstance(node, type) and issubclass(node, ast.AST) and node is not ast.AST):
            continue
        if node.__subclasses__() and not node._fields:
            classes[name] = [one.__name__ for one in node.__subclasses__() if one.__module__ == "ast"]
        found = re.findall(r"(\w+)([*?]?) (\w+)", (node.__doc__ or "").replace("\n", " ")) if node._fields else []
        fields[name] = [(kind, field, mark) for kind, mark, field in found if field in node._fields]
    return fields, classes


FIELDS, CLASSES = grammar()
LEFT_OUT = {"Interactive", "Expression", "FunctionType", "TypeIgnore", "Del", "Param", "AugLoad", "AugStore", "Suite", "Index"}
LEFT_OUT |= {"Num", "Str", "Bytes", "NameConstant", "Ellipsis", "ExtSlice", "FormattedValue", "Interpolation"}
SIMPLE = {"expr": ["Name", "Constant"], "stmt": ["Pass", "Expr", "Assign"], "pattern": ["MatchValue", "MatchAs"]}
TARGETS = ["Name", "Attribute", "Subscript", "Tuple", "List"]


class Maker:
    """Makes trees. What the abstract grammar does not say, such as which expressions are targets, is here."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def any(self, kind, depth, context=None):
        """Returns a node or a value of a type of the grammar."""
        make = getattr(self, f"make_{kind}", None)
        if make is not None:
            return make(depth)
        names = [name for name in CLASSES.get(kind, [kind]) if name not in LEFT_OUT]
        if kind in SIMPLE and depth >= DEEPEST:
            names = SIMPLE[kind]
        return self.node(self.random.choice(names), depth)

    def node(self, name, depth):
        special = getattr(self, f"node_{name}", None)
        if special is not None:
            return special(depth)
        values = {}
        for kind, field, mark in FIELDS[name]:
            if field in ("type_comment", "kind"):
                values[field] = None
            elif field in ("target", "targets", "optional_vars") and kind == "expr":
                one = self.target(depth + 1, name in ("AugAssign", "AnnAssign"))
                values[field] = [one] if mark == "*" else one
            elif mark == "*":
                least = 1 if field in LEAST_ONE.get(name, ()) else 0
                most = 3 if depth < 2 else 2
                values[field] = [self.any(kind, depth + 1) for _ in range(self.random.randint(least, most))]
            elif mark == "?" and self.random.random() < 0.5:
                values[field] = None
            else:
                values[field] = self.any(kind, depth + 1)
        return getattr(ast, name)(**values)

    def target(self, depth, is_single):
        names = ["Name"] if depth >= DEEPEST else TARGETS[:3] if is_single else TARGETS
        name = self.random.choice(names)
        if name in ("Tuple", "List"):
            parts = [self.target(depth + 1, False) for _ in range(self.random.randint(1, 3))]
            if self.random.random() < 0.3:
                parts[-1] = ast.Starred(self.target(depth + 1, True), ast.Store())
            return getattr(ast, name)(parts, ast.Store())
        if name == "Name":
            return ast.Name(self.make_identifier(depth), ast.Store())
        if name == "Attribute":
            return ast.Attribute(self.any("expr", depth + 1), self.make_identifier(depth), ast.Store())
        return ast.Subscript(self.any("expr", depth + 1), self.any("expr", depth + 1), ast.Store())

    def make_identifier(self, _depth):
        return self.random.choice(NAMES)

    def make_string(self, _depth):
        return self.random.choice(NAMES)

    def make_int(self, _depth):
        return self.random.choice([0, 0, 1])

    def make_constant(self, _depth):
        return self.random.choice(CONSTANTS)

    def make_expr_context(self, _depth):
        return ast.Load()

    def make_arguments(self, depth):
        """Parameters with names of their own, as many defaults as there may be."""
        names = self.random.sample(NAMES, self.random.randint(0, 6))
        args = [ast.arg(name, self.any("expr", depth + 2) if self.random.random() < 0.3 else None) for name in names]
        cut = sorted(self.random.randint(0, len(args)) for _ in range(2))
        positional, plain, rest = args[: cut[0]], args[cut[0] : cut[1]], args[cut[1] :]
        vararg = rest.pop() if rest and self.random.random() < 0.4 else None
        kwarg = rest.pop() if rest and self.random.random() < 0.4 else None
        defaults = [self.any("expr", depth + 2) for _ in range(self.random.randint(0, len(positional + plain)))]
        kw_defaults = [self.any("expr", depth + 2) if self.random.random() < 0.5 else None for _ in rest]
        return ast.arguments(positional, plain, vararg, rest, kw_defaults, kwarg, defaults)

    def node_JoinedStr(self, depth):
        parts = []
        for _ in range(self.random.randint(1, 3)):
            if self.random.random() < 0.5:
                parts.append(ast.Constant(self.random.choice(["t", " ", "{", "}", "é"])))
            else:
                spec = ast.JoinedStr([ast.Constant(self.random.choice([">3", "=", ".2f"]))])
                value = ast.Name(self.make_identifier(depth), ast.Load())
                conversion = self.random.choice([-1, 114])
                parts.append(ast.FormattedValue(value, conversion, spec if self.random.random() < 0.4 else None))
        return ast.JoinedStr(parts)

    node_TemplateStr = node_JoinedStr

    def node_Compare(self, depth):
        count = self.random.randint(1, 2)
        operators = [self.any("cmpop", depth) for _ in range(count)]
        return ast.Compare(self.any("expr", depth + 1), operators, [self.any("expr", depth + 1) for _ in range(count)])

    def node_Dict(self, depth):
        count = self.random.randint(0, 3)
        keys = [self.any("expr", depth + 1) if self.random.random() < 0.8 else None for _ in range(count)]
        return ast.Dict(keys, [self.any("expr", depth + 1) for _ in range(count)])

    def node_BoolOp(self, depth):
        return ast.BoolOp(self.any("boolop", depth), [self.any("expr", depth + 1) for _ in range(2)])

    def node_AnnAssign(self, depth):
        target = self.target(depth + 1, True)
        value = self.any("expr", depth + 1) if self.random.random() < 0.5 else None
        return ast.AnnAssign(target, self.any("expr", depth + 1), value, int(isinstance(target, ast.Name)))

    def node_NamedExpr(self, depth):
        return ast.NamedExpr(ast.Name(self.make_identifier(depth), ast.Store()), self.any("expr", depth + 1))

    def node_ImportFrom(self, depth):
        module = ".".join(self.random.sample(NAMES, self.random.randint(1, 2)))
        names = [ast.alias(self.make_identifier(depth), None) for _ in range(self.random.randint(1, 3))]
        return ast.ImportFrom(module, names, self.random.choice([0, 0, 1, 2]))

    def node_MatchMapping(self, depth):
        count = self.random.randint(0, 2)
        keys = [ast.Constant(self.random.choice([1, "k", None])) for _ in range(count)]
        return ast.MatchMapping(keys, [self.any("pattern", depth + 1) for _ in range(count)], None)

    def node_MatchClass(self, depth):
        count = self.random.randint(0, 2)
        return ast.MatchClass(
            ast.Name(self.make_identifier(depth), ast.Load()),
            [self.any("pattern", depth + 1) for _ in range(self.random.randint(0, 2))],
            self.random.sample(NAMES[:6], count),
            [self.any("pattern", depth + 1) for _ in range(count)],
        )

    def node_MatchValue(self, depth):
        return ast.MatchValue(ast.Constant(self.random.choice([1, "v", -0.5, b"b"])))

    def node_MatchSingleton(self, _depth):
        return ast.MatchSingleton(self.random.choice([None, True, False]))

    def node_MatchStar(self, depth):
        return self.any("pattern", DEEPEST) if depth == 0 else ast.MatchStar(self.make_identifier(depth))


LEAST_ONE = {name: ("body", "names", "items", "handlers", "cases", "generators", "elts", "patterns", "values") for name in FIELDS}


def laid_out(text, rng):
    """Returns a program with the same tokens, laid out in another way."""
    lines, depth, result = text.split("\n"), 0, []
    for line in lines:
        if rng.random() < 0.1:
            result.append(rng.choice(["", "    ", "# a comment", "\t# with 'a quote", "\f"]))
        result.append(line)
    text = "\n".join(result)
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    edits = []
    is_string = False
    for token, following in zip(tokens, tokens[1:]):
        at = starts[token.end[0] - 1] + token.end[1]
        kind = tokenize.tok_name[token.type]
        is_string = (is_string or kind in ("FSTRING_START", "TSTRING_START")) and kind not in ("FSTRING_END", "TSTRING_END")
        if token.type == tokenize.OP and not is_string:
            depth += (token.string in "([{") - (token.string in ")]}")
        if is_string or token.end[0] != following.start[0] or following.type in (tokenize.NEWLINE, tokenize.ENDMARKER):
            continue
        if depth > 0 and rng.random() < 0.15:
            edits.append((at, rng.choice(["\n", " # (\n", "\n\n  ", "\r\n", " \\\n"])))
        elif depth == 0 and token.type in (tokenize.OP, tokenize.NAME) and rng.random() < 0.05:
            edits.append((at, " \\\n"))
        elif token.type == tokenize.OP and rng.random() < 0.1:
            edits.append((at, rng.choice([" ", "\t", "  "])))
    for at, put in reversed(edits):
        text = text[:at] + put + text[at:]
    return text


def damaged(text, rng):
    """Returns a program without one of its tokens, or with one twice."""
    tokens = [match.span() for match in re.finditer(r"\w+|[^\w\s]", text)]
    if not tokens:
        return text
    start, end = rng.choice(tokens)
    return text[:start] + (text[start:end] * 2 if rng.random() < 0.5 else "") + text[end:]


def is_accepted(text):
    """True if CPython accepts a program."""
    try:
        compile(text, "program", "exec", dont_inherit=True)
        return True
    except (SyntaxError, ValueError):
        return False


def main():
    folder, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    warnings.simplefilter("ignore")
    number, tried = 0, 0
    while number < count:
        tried += 1
        rng = random.Random(f"{seed} {tried}")
        maker = Maker(f"{seed} {tried}")
        body = [maker.any("stmt", 0) for _ in range(rng.randint(1, 5))]
        # Some statements are right in a function only, or in a loop.
        holder = rng.choice(["", "async def f():\n while a: pass", "def f():\n for x in a: pass", "class A:\n pass"])
        tree = ast.parse(holder)
        if holder:
            inner = tree.body[0].body
            (inner if holder.startswith("class") else inner[0].body).extend(body)
        else:
            tree.body.extend(body)
        try:
            plain = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
            if not is_accepted(plain):
                continue
        except (SyntaxError, ValueError, RecursionError, TypeError, AttributeError):
            continue
        text = plain
        try:
            other = laid_out(plain, rng)
            if ast.dump(ast.parse(other)) == ast.dump(ast.parse(plain)):
                text = other
        except (SyntaxError, tokenize.TokenError, IndentationError):
            pass
        if number % 2 == 1:
            text = damaged(text, rng)
        with open(f"{folder}/{number}.py", "w", encoding="utf-8", newline="") as file:
            file.write(text)
        print(number, "accepted" if is_accepted(text) else "refused")
        number += 1


main()
