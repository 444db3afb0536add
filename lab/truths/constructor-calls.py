#!/usr/bin/env python3
"""Writes where the constructors of a code base are called, as libclang sees it: the truth for commands/constructors.mjs.

  python3 lab/truths/constructor-calls.py ROOT [--commands FILE] [--include DIR]... [--flag FLAG]... [--constructors N] [--files K]
      [--holders H] [--seed S] > NAME.constructors.jsonl

A line a constructor: {symbol: {file, line, column, name}, calls: [{file, line, written}], unsure: [FILE]}. Paths are relative
to ROOT, lines and columns count from 1. Constructors are chosen at random from those that K sources see (default 12), of
classes whose name at most H sources hold (default 12), and have a call; copy and move constructors are left out, as are templates.
`written` is true where the line has the name of the class, or a member is initialized; the others are conversions, bases and
members that nothing names, and types by `auto` or an alias. `unsure` are files that hold the name and were not read without
errors. What a library calls, as in `make_unique<A>(1)`, is not in it. Needs Debian's python3-clang-19 and its python3.
"""
import argparse
import json
import os
import random
import re
import shlex
import sys

from clang.cindex import Config, Cursor, CursorKind, Index, TranslationUnit, TranslationUnitLoadError

Config.set_library_file("libclang-19.so.1")
SOURCES = (".cc", ".cpp", ".cxx", ".C")
HEADERS = (".h", ".hh", ".hpp", ".hxx", ".inl", ".ipp")
# Constructors that are looked at for each one that is asked for: of some no call is seen.
CANDIDATES = 3
CLASSES = (CursorKind.CLASS_DECL, CursorKind.STRUCT_DECL)


def main() -> None:
    options = read_options()
    root = os.path.realpath(options.root)
    texts = read_texts(root)
    flags = ["-xc++", "-std=c++20"] + [f"-I{one}" for one in options.include] + options.flag
    units = Units(flags, root, commands_of(options.commands))
    choice = random.Random(options.seed)
    sources = sorted(path for path in texts if path.endswith(SOURCES))
    choice.shuffle(sources)

    holders = Holders(texts)
    found: dict[tuple, Cursor] = {}
    read = 0
    for path in sources:
        if read == options.files:
            break
        unit = units.read(path)
        if unit is None:
            continue
        read += 1
        for cursor in inside(unit.cursor, root):
            if is_asked(cursor) and 1 < len(holders.of(cursor.semantic_parent.spelling)) <= options.holders:
                found.setdefault(place_of(cursor.canonical), cursor.canonical)
    keys = sorted(found)
    choice.shuffle(keys)
    chosen: dict[str, tuple] = {}
    for key in keys:
        chosen.setdefault(found[key].semantic_parent.spelling, key)
        if len(chosen) == CANDIDATES * options.constructors:
            break

    calls: dict[tuple, dict[tuple, bool]] = {key: {} for key in chosen.values()}
    files = sorted({path for name in chosen for path in holders.of(name)})
    for path in files:
        unit = units.read(path)
        if unit is None:
            continue
        for parent, cursor in pairs_inside(unit.cursor, root):
            called = cursor.referenced if cursor.kind == CursorKind.CALL_EXPR else None
            if called is None or called.kind != CursorKind.CONSTRUCTOR:
                continue
            of = calls.get(place_of(called.canonical))
            if of is None:
                continue
            file, line, _ = place_of(cursor)
            name = called.semantic_parent.spelling
            text = texts.get(os.path.join(root, file), "").split("\n")[line - 1 : line]
            written = bool(text) and re.search(rf"\b{re.escape(name)}\b", text[0]) is not None
            is_member = parent.kind == CursorKind.CONSTRUCTOR and bool(text) and text[0][cursor.location.column - 1 :][:1].isidentifier()
            of[(file, line)] = of.get((file, line), False) or written or is_member
    called = [(name, key) for name, key in chosen.items() if calls[key]][: options.constructors]
    for name, key in sorted(called):
        unsure = [os.path.relpath(path, root) for path in holders.of(name) if path in units.failed]
        rows = [{"file": file, "line": line, "written": written} for (file, line), written in sorted(calls[key].items())]
        file, line, column = key
        symbol = {"file": file, "line": line, "column": column, "name": name}
        print(json.dumps({"symbol": symbol, "calls": rows, "unsure": unsure}))
    print(f"{len(called)} constructors, {len(files)} files that hold the name of one", file=sys.stderr)


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="where constructors are called, as libclang sees it")
    parser.add_argument("root")
    parser.add_argument("--commands")
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--flag", action="append", default=[])
    parser.add_argument("--constructors", type=int, default=20)
    parser.add_argument("--files", type=int, default=12)
    parser.add_argument("--holders", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def commands_of(path: str | None) -> dict[str, tuple[str, list[str]]] | None:
    """The folder and the flags of each source by its absolute path; None without a compile_commands.json."""
    if path is None:
        return None
    with open(path, encoding="utf-8") as file:
        rows = json.load(file)
    found = {}
    for row in rows:
        folder = row["directory"]
        source = os.path.realpath(os.path.join(folder, row["file"]))
        words = iter((row.get("arguments") or shlex.split(row["command"]))[1:])
        flags = ["-Wno-everything"]
        for word in words:
            if word == "-o":
                next(words, None)
            elif word not in ("-c", "-Werror") and os.path.realpath(os.path.join(folder, word)) != source:
                flags.append(word)
        found.setdefault(source, (folder, flags))
    return found


def read_texts(root: str) -> dict[str, str]:
    """The texts of sources and headers by their absolute paths."""
    texts = {}
    for folder, _, names in os.walk(root):
        for name in names:
            if name.endswith(SOURCES + HEADERS):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8", errors="replace") as file:
                    texts[path] = file.read()
    return texts


class Holders:
    """The sources that hold a word; a header counts by the sources that are read with it."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.words = {path: set(re.findall(r"\w+", text)) for path, text in texts.items() if path.endswith(SOURCES)}
        self.known: dict[str, list[str]] = {}

    def of(self, word: str) -> list[str]:
        if word not in self.known:
            self.known[word] = sorted(path for path, words in self.words.items() if word in words)
        return self.known[word]


class Units:
    """Sources as libclang reads them, each once; one with errors in the code base is None."""

    def __init__(self, flags: list[str], root: str, commands: dict[str, tuple[str, list[str]]] | None) -> None:
        self.flags = flags
        self.commands = commands
        self.index = Index.create()
        self.root = root
        self.failed: set[str] = set()

    def read(self, path: str) -> TranslationUnit | None:
        command = (self.root, self.flags) if self.commands is None else self.commands.get(path)
        if command is None or path in self.failed:
            self.failed.add(path)
            return None
        folder, flags = command
        os.chdir(folder)  # Include folders may be relative to it.
        try:
            unit = self.index.parse(path, flags)
        except TranslationUnitLoadError:
            unit = None
        if unit is None or any(one.severity >= 3 for one in unit.diagnostics):
            self.failed.add(path)
            return None
        return unit


def place_of(cursor: Cursor) -> tuple[str, int, int]:
    location = cursor.location
    path = os.path.realpath(location.file.name) if location.file else ""
    return (os.path.relpath(path, ROOT) if path else "", location.line, location.column)


def inside(top: Cursor, root: str):
    for _, cursor in pairs_inside(top, root):
        yield cursor


def pairs_inside(top: Cursor, root: str):
    """The cursors below the top that the files of a folder declare, each behind its parent."""
    known: dict[str, bool] = {}
    for child in top.get_children():
        file = child.location.file
        name = file.name if file else ""
        if name not in known:
            known[name] = bool(name) and os.path.realpath(name).startswith(root + os.sep)
        if known[name]:
            yield from below(top, child)


def below(parent: Cursor, cursor: Cursor):
    stack = [(parent, cursor)]
    while stack:
        parent, cursor = stack.pop()
        yield parent, cursor
        stack.extend((cursor, child) for child in cursor.get_children())


def is_asked(cursor: Cursor) -> bool:
    if cursor.kind != CursorKind.CONSTRUCTOR or cursor.semantic_parent.kind not in CLASSES:
        return False
    return not (cursor.is_copy_constructor() or cursor.is_move_constructor() or cursor.is_deleted_method())


ROOT = os.path.realpath(sys.argv[1]) if len(sys.argv) > 1 else ""

if __name__ == "__main__":
    main()
