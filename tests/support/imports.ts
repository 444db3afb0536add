import { readdirSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path/posix";
import { type Node, parseSync, Visitor } from "oxc-parser";
import { packageFolder } from "./built-server.ts";
import { guardedModules, packages, parts, partsWithoutNode } from "./doors.ts";

/** The paths of the code of src. */
export const sourcePaths: readonly string[] = readdirSync(join(packageFolder, "src"), {
  recursive: true,
  encoding: "utf8",
})
  .map((path) => `src/${path.replaceAll("\\", "/")}`)
  .filter((path) => path.endsWith(".ts"))
  .sort();

/** What a file below src imports, types included: paths below src, names of packages, `node:` modules; each once. */
export function importsOf(path: string, text: string): readonly string[] {
  const parsed = parseSync(path, text);
  const { module, errors } = parsed;
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const found = new Set<string>();
  const add = (source: Node | null) => {
    if (source !== null) found.add(importedBy(path, textOf(source, text)));
  };
  const exported = module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest));
  const requests = [...module.staticImports.map(({ moduleRequest }) => moduleRequest), ...exported];
  for (const request of requests) if (request !== null) found.add(importedBy(path, request.value));
  // The tree of a file takes much longer than its parse: it is read only where there may be another import.
  if (!otherImport.test(text)) return [...found];
  new Visitor({
    ExportNamedDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
    TSExternalModuleReference: ({ expression }) => add(expression),
    CallExpression: ({ callee, arguments: [source] }) => {
      if (callee.type === "Identifier" && callee.name === "require") add(source ?? null);
    },
  }).visit(parsed.program);
  return [...found];
}

/** The start of an import that the parser does not list, as in `import("a")`, `import a = require("a")` and `export {} from "a"`. */
const otherImport = /\bimport\s*[(/]|\bimport\s+\w+\s*=|\brequire\b|\bexport\s*\{\s*\}/;

/** The reason why a file below src may not import something, or undefined. */
export function refusal(path: string, imported: string): string | undefined {
  const part = partOf(path);
  const node = partsWithoutNode[part];
  if (isBuiltin(imported)) {
    if (node !== undefined && !node.includes(imported)) return `${part} imports no modules of Node`;
    return refusalOf(path, packageOf(imported), guardedModules[packageOf(imported)]);
  }
  if (!imported.startsWith("src/")) return refusalOf(path, packageOf(imported), packages[packageOf(imported)] ?? []);
  const target = imported.slice("src/".length);
  const targetPart = partOf(imported);
  const allowed = [part, "base", ...(parts[part]?.imports ?? [])];
  return allowed.includes(target) || allowed.includes(targetPart) ? undefined : `${part}: ${parts[part]?.why}`;
}

/** The part that a file below src belongs to: the longest row that begins its path. */
export function partOf(path: string): string {
  const inner = path.slice("src/".length);
  const [part] = Object.keys(parts)
    .filter((name) => isIn(inner, name))
    .sort((a, b) => b.length - a.length);
  if (part === undefined) throw new Error(`${path} is of no part: tests/support/doors.ts has no row for its folder`);
  return part;
}

/** True if a path below src is a folder or a file, or below it. */
function isIn(inner: string, name: string): boolean {
  return inner === name || inner.startsWith(`${name}/`);
}

function refusalOf(path: string, name: string, doors: readonly string[] | undefined): string | undefined {
  const isOpen = doors === undefined || doors.includes(partOf(path)) || doors.includes(path.slice("src/".length));
  return isOpen ? undefined : `${name} is imported only by ${doors.join(", ") || "nobody"} (tests/support/doors.ts)`;
}

/** The package, or module of Node, of what is imported: without the path in it. */
export function packageOf(imported: string): string {
  return imported.split("/", imported.startsWith("@") ? 2 : 1).join("/");
}

function importedBy(path: string, source: string): string {
  if (source.startsWith(".")) return join(dirname(path), source);
  return isBuiltin(source) && !source.startsWith("node:") ? `node:${source}` : source;
}

/** The text of a string. What is not a string is an import that nobody can check, and so is refused. */
function textOf(source: Node, text: string): string {
  if (source.type === "Literal" && typeof source.value === "string") return source.value;
  return text.slice(source.start, source.end);
}
