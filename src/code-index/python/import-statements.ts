import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { PythonTree } from "./python-tree.ts";

/** A name that an import statement binds. */
export type ImportedName = {
  /** The node of the name. */
  readonly name: number;
  readonly text: string;
  readonly kind: "import" | "star_import";
  /**
   * Its target: `module:name`, or of `import a.b`, which binds `a`, `a.b`. `import a.b as c` is `a:b`, as `from a
   * import b as c` is.
   */
  readonly type: string;
};

/** The names that an import statement binds, in source order. */
export function importsOf(source: PythonTree, statement: number): readonly ImportedName[] {
  const from = source.child(statement, "module_name");
  const isFrom = source.kind(statement) !== "import_statement";
  const module = from === noNode ? (isFrom ? "__future__" : "") : dottedText(source, from);
  const imported: ImportedName[] = [];
  for (const child of source.namedChildren(statement)) {
    if (source.kind(child) === "wildcard_import") {
      imported.push({ name: child, text: "*", kind: "star_import", type: module });
    } else if (source.isField(child, "name")) {
      const isAliased = source.kind(child) === "aliased_import";
      const path = isAliased ? source.child(child, "name") : child;
      const alias = isAliased ? source.child(child, "alias") : noNode;
      const name = alias === noNode ? source.tree.firstNamedChild(path) : alias;
      if (name === noNode) continue;
      const imports = dottedText(source, path);
      const type = isFrom ? `${module}:${imports}` : alias === noNode ? imports : aliasedModule(imports);
      imported.push({ name, text: source.textOf(name), kind: "import", type });
    }
  }
  return imported;
}

function aliasedModule(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot < 0 ? path : `${path.slice(0, dot)}:${path.slice(dot + 1)}`;
}

/** The text of a module's name, without blanks and comments between its parts. */
function dottedText(source: PythonTree, node: number): string {
  return withoutBlanks(source.textOf(node));
}

export function withoutBlanks(text: string): string {
  return text.replace(/#.*|\\?\s+/g, "");
}
