"""Prints, by file, name and line, where attributes are set first on the first parameter of a method: as ast has them."""
import ast, json, os, sys
def targets(node):
    if isinstance(node, (ast.Tuple, ast.List)):
        for item in node.elts: yield from targets(item)
    elif isinstance(node, ast.Starred): yield from targets(node.value)
    elif isinstance(node, ast.Attribute): yield node
def walk(node):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)): continue
        yield child
        yield from walk(child)
def names_of(body):
    for item in body:
        if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)): yield item.name
        for part in [item, *walk(item)] if not isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) else []:
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store): yield part.id
            elif isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)): yield part.name
for folder, _, files in os.walk(sys.argv[1]):
    for file in files:
        if not file.endswith((".py", ".pyi")): continue
        path = os.path.join(folder, file)
        try: tree = ast.parse(open(path, "rb").read())
        except (SyntaxError, ValueError): continue
        print(json.dumps({"path": path, "line": 0, "name": ""}))
        for owner in ast.walk(tree):
            if not isinstance(owner, ast.ClassDef): continue
            listed = set(names_of(owner.body))
            methods = [m for m in owner.body if isinstance(m, (ast.FunctionDef, ast.AsyncFunctionDef))]
            for item in owner.body:
                if isinstance(item, (ast.If, ast.Try, ast.With, ast.For, ast.While)):
                    methods += [m for m in ast.walk(item) if isinstance(m, (ast.FunctionDef, ast.AsyncFunctionDef))]
            found = {}
            for method in methods:
                if any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in method.decorator_list): continue
                first = [*method.args.posonlyargs, *method.args.args][:1]
                if not first: continue
                for part in walk(method):
                    places = []
                    if isinstance(part, ast.Assign): places = part.targets
                    elif isinstance(part, (ast.AnnAssign, ast.AugAssign, ast.For, ast.AsyncFor)): places = [part.target]
                    elif isinstance(part, (ast.With, ast.AsyncWith)): places = [i.optional_vars for i in part.items if i.optional_vars]
                    for place in places:
                        for t in targets(place):
                            if not isinstance(t.value, ast.Name) or t.value.id != first[0].arg or t.attr in listed: continue
                            at = (t.end_lineno, t.end_col_offset)
                            found[t.attr] = min(found.get(t.attr, at), at)
            for name, (line, _) in found.items(): print(json.dumps({"path": path, "line": line, "name": name}))
