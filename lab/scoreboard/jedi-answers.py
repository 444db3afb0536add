"""Answers questions about files with jedi, which has to be installed: a question a line in, an answer a line out, as JSON.

python3 jedi-answers.py DIR reads {"file": "a.py", "sign": "?", "line": 1, "column": 0}, line from 1 and column from 0, and prints
a list: for `?` the values, `int()` for an object and `int` for a class; for `!` the descriptions of definitions; for `<` the places
of references, `module:line:column`.
"""

import json
import os
import sys

import jedi

root = os.path.realpath(sys.argv[1])
# As its own tests have it: the package of the files is inside of the project.
project = jedi.Project(os.path.dirname(root))
scripts = {}


def script_of(file):
    if file not in scripts:
        scripts[file] = jedi.Script(path=os.path.join(root, file), project=project)
    return scripts[file]


def values(script, line, column):
    return [one.name + ("()" if one.type == "instance" else "") for one in script.infer(line, column)]


def definitions(script, line, column):
    return [one.description for one in script.goto(line, column)]


def references(script, line, column):
    prefix = os.path.basename(root) + "."
    return [
        f"{'stub:' if one.is_stub() else ''}{(one.module_name or '').removeprefix(prefix)}:{one.line}:{one.column}"
        for one in script.get_references(line, column)
    ]


asked = {"?": values, "!": definitions, "<": references}
for text in sys.stdin:
    question = json.loads(text)
    try:
        answer = asked[question["sign"]](script_of(question["file"]), question["line"], question["column"])
    except Exception as error:
        answer = [f"! {type(error).__name__}"]
    print(json.dumps(answer))
