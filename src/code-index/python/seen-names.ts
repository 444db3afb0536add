/**
 * The names that are visible at a place of Python, for completion: attributes of the object before it, keywords of the
 * call, modules, names in scope. Input: an open file and the text before the place; output: names with their scopes.
 */
import { dirname } from "node:path";
import type { CodeIndex, Declaration } from "../code-index.ts";
import type { OpenFile } from "../resolution.ts";
import { type Access, calleeAt, memberAccess, type NamePlace, type SeenName, type SeenNames } from "../seen-names.ts";
import { builtinNames, commonMembers } from "./builtins.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Module } from "./modules.ts";
import type { Place } from "./scopes.ts";
import type { Type } from "./types.ts";
import { Use } from "./use.ts";

/** The names that may be written at a place of Python. */
export function namesInPython(
  open: OpenFile,
  { before, offset }: NamePlace,
  evaluator: Evaluator,
  index: CodeIndex,
): SeenNames {
  const { file } = open;
  const access = accessAt(before);
  const place: Place = Use.at(open, offset)?.place ?? { file, offset };
  const { names } = evaluator;
  if (access.kind === "path" || access.kind === "import") {
    const from = access.from === "" ? undefined : names.modules.find(access.from, file);
    if (from === undefined) return { access, isKnown: false, names: [] };
    const modules = submodulesOf(from, index);
    if (access.kind === "path" || from.file === undefined) return { access, isKnown: true, names: modules };
    return { access, isKnown: true, names: [...ofModule(from, evaluator), ...modules] };
  }
  if (access.kind === "member") {
    const { types } = access.receiver === "" ? { types: [] } : evaluator.evaluate(access.receiver, place);
    const external = types.find((type) => type.kind === "external" && !type.isValue);
    if (types.length === 1 && external?.kind === "external") {
      return { access, isKnown: false, external: external.name, names: [] };
    }
    const found = types.flatMap((type) => membersOf(type, evaluator, index));
    const isKnown = found.some(({ declaration }) => declaration !== undefined);
    return { access, isKnown, names: [...found, ...(isKnown ? [] : libraryNames(commonMembers))] };
  }
  return { access, isKnown: true, names: [...keywordsAt(before, place, evaluator), ...namesInScope(place, evaluator)] };
}

const importedNames = /(?:^|[\n;])[ \t]*from[ \t]+([.\w]+)[ \t]+import\b[ \t]*(?:\([^()]*|[^\n();]*)$/;
const importedModule = /(?:^|[\n;])[ \t]*(?:from|import)[ \t]+(?:[^\n;]*,[ \t]*)?([.\w]*)$/;

function accessAt(before: string): Access {
  const statement = before.slice(-maxStatement);
  const names = importedNames.exec(statement);
  if (names !== null) return { kind: "import", from: names[1] ?? "" };
  const module = importedModule.exec(statement);
  if (module !== null) {
    const written = module[1] ?? "";
    return { kind: "path", from: /^\.+$/.test(written) ? written : written.replace(/\.?[^.]*$/, "") };
  }
  return memberAccess(before, ["."]) ?? { kind: "name" };
}

/** Characters of an import that are read backward. */
const maxStatement = 4_000;

function membersOf(type: Type, evaluator: Evaluator, index: CodeIndex): readonly SeenName[] {
  const { classes, names } = evaluator;
  switch (type.kind) {
    case "module":
      return [...ofModule(type.module, evaluator), ...submodulesOf(type.module, index)];
    case "instance":
    case "class":
    case "super": {
      const isSuper = type.kind === "super";
      const owner = isSuper && "class" in type.receiver ? type.receiver.class : type.class;
      const order = classes.order(owner).flatMap((one) => (one.kind === "class" ? [one.class] : []));
      const seen = isSuper ? order.slice(order.indexOf(type.class) + 1) : order;
      return seen.flatMap((ancestor) =>
        names
          .scopesOf(ancestor.file)
          .membersOf(ancestor)
          .map((declaration) => seenName(declaration, ancestor === owner ? "member" : "inherited")),
      );
    }
    case "variable":
      return type.bound.flatMap((bound) => membersOf(bound, evaluator, index));
    default:
      return [];
  }
}

function ofModule({ file }: Module, { names }: Evaluator): readonly SeenName[] {
  if (file === undefined) return [];
  const all = [...names.namesOfModule(file), ...names.starredNames(file)];
  return all.map((declaration) => seenName(declaration, "member"));
}

/** The modules and packages directly in a package. */
function submodulesOf({ folder }: Module, index: CodeIndex): readonly SeenName[] {
  if (folder === undefined) return [];
  const found = new Set<string>();
  for (const { path, language } of index.files) {
    if (language !== "python" || !path.startsWith(`${folder}/`)) continue;
    const [name = ""] = path.slice(folder.length + 1).split("/");
    const module = name.replace(/\.pyi?$/, "");
    if (/^\w+$/.test(module) && (dirname(path) !== folder || module !== "__init__")) found.add(module);
  }
  return [...found].map((name) => ({ name, scope: "path" }));
}

/** The parameters of the function whose call a place is an argument of. */
function keywordsAt(before: string, place: Place, evaluator: Evaluator): readonly SeenName[] {
  const callee = calleeAt(before);
  if (callee === undefined) return [];
  return evaluator.evaluate(callee, place).types.flatMap((type) => parametersOf(type, evaluator));
}

function parametersOf(type: Type, evaluator: Evaluator): readonly SeenName[] {
  const { names, members } = evaluator;
  if (type.kind === "function") {
    const isBound = type.function.parent?.kind === "class";
    const all = names
      .scopesOf(type.function.file)
      .parameters(type.function)
      .slice(isBound ? 1 : 0);
    return all.map((declaration) => seenName(declaration, "keyword"));
  }
  if (type.kind !== "class") return [];
  const made = members.find({ kind: "instance", class: type.class, items: [] }, "__init__");
  const [initializer] = made?.kind === "declarations" ? made.declarations : [];
  if (initializer?.kind === "function") {
    return parametersOf({ kind: "function", function: initializer, receiver: undefined }, evaluator);
  }
  const fields = names.scopesOf(type.class.file).typedFields(type.class);
  return fields.map((declaration) => seenName(declaration, "keyword"));
}

function namesInScope(place: Place, { names }: Evaluator): readonly SeenName[] {
  const { file } = place;
  const scopes = names.scopesOf(file);
  const found: SeenName[] = [];
  for (const name of scopes.names()) {
    const bindings = scopes.lookUp(name, place);
    const [declaration] = bindings?.declarations ?? [];
    if (declaration === undefined || bindings === undefined) continue;
    const inner = declaration.kind === "parameter" ? "parameter" : "local";
    found.push(seenName(declaration, bindings.scope === "module" ? "file" : inner));
  }
  const rank = ({ scope, declaration }: SeenName) => (scope === "file" ? 0 : (declaration?.at ?? 0) + 1);
  found.sort((one, other) => rank(other) - rank(one));
  const starred = names.starredNames(file).map((declaration) => seenName(declaration, "visible"));
  return [...found, ...starred, ...libraryNames(builtinNames)];
}

function libraryNames(names: Iterable<string>): readonly SeenName[] {
  return Array.from(names, (name): SeenName => ({ name, scope: "library" }));
}

function seenName(declaration: Declaration, scope: SeenName["scope"]): SeenName {
  return { name: declaration.name, scope, declaration };
}
