"""Renames with rope. Input: a place and a new name as JSON on stdin; output: the changed lines of each file."""

import json
import sys

from rope.base.project import Project
from rope.refactor.rename import Rename

asked = json.load(sys.stdin)
project = Project(asked["folder"], ropefolder=None)
resource = project.get_resource(asked["filepath"])
lines = resource.read().split("\n")
offset = sum(len(line) + 1 for line in lines[: asked["line"] - 1]) + asked["column"] - 1
changes = Rename(project, resource, offset).get_changes(asked["newName"])
found = []
for change in changes.changes:
    old = change.resource.read().split("\n")
    new = change.new_contents.split("\n")
    found.append([change.resource.path, [[i + 1, line] for i, line in enumerate(new) if line != old[i]]])
project.close()
print(json.dumps(found))
