/**
 * The scopes of C++ and their members: namespaces, classes and enumerations over all files. Input: the index; output:
 * the declarations of a name in a scope, which is written as a path such as `a::B`.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { pushTo } from "../../base/group-by.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import { childrenOf } from "../children-of.ts";
import type { CodeIndex, Declaration, IndexedFile, KnownNamed } from "../code-index.ts";
import { isOpenScope } from "../symbol-kind.ts";
import { linkedOf } from "./linked-languages.ts";

const { transparent, friend, local } = DeclarationFlag;

/** The kinds that have members. */
export const classKinds: ReadonlySet<string> = new Set(["class", "struct", "union"]);
const scopeKinds: ReadonlySet<string> = new Set(["namespace", "class", "struct", "union", "enum"]);

/** A template → its parameters: each name in a function asks for the ones of the function. */
const parametersOfTemplates = new WeakMap<Declaration, readonly Declaration[]>();

/** True for an `enum class`: its enumerators are written after its name. */
export function isScopedEnum(declaration: Declaration): boolean {
  return declaration.kind === "enum" && !isOpenScope(declaration);
}

/** True for a declaration of a template's parameter. */
export function isTemplateParameter({ kind, flags, parent }: Declaration): boolean {
  if (kind === "type_parameter") return true;
  return kind === "parameter" && parent !== undefined && (flags & local) === 0;
}

/**
 * Declarations by the scope that they are members of, which is written as a path: `a::B` for what is in class B of
 * namespace a, "" for the global namespace. A definition outside of its class, `void B::f() {}`, is a member of the
 * class.
 */
export class Containers {
  readonly #index: CodeIndex;
  readonly #byName = new Map<string, ReadonlyMap<string, readonly Declaration[]>>();
  /** The names with which all declarations were asked for. */
  readonly #asked = new Set<string>();
  /** The declarations with a qualifier whose scopes are being found. */
  readonly #open = new Set<Declaration>();
  readonly #paths = new Map<Declaration, string>();

  readonly #classes = new Map<string, readonly Declaration[]>();
  #directives: readonly Declaration[] | undefined;

  constructor(index: CodeIndex) {
    this.#index = index;
  }

  /** All declarations of a name in the scope of a path. */
  members(path: string, name: string): readonly Declaration[] {
    return this.#pathsOfName(name).get(path) ?? [];
  }

  /**
   * The known declarations of a name in the scope of a path, if other files may have some; undefined where all are known.
   *
   * @param counts see CodeIndex
   */
  knownMembers(path: string, name: string, counts: (file: IndexedFile) => boolean): KnownNamed | undefined {
    const known = this.#index.knownNamed?.(name, counts);
    return known && { ...known, declarations: this.#pathsOf(name, known.declarations).get(path) ?? [] };
  }

  /** All declarations of a name in the class of a path: a file that has some has the name of the class. */
  membersOfClass(path: string, name: string): readonly Declaration[] {
    const className = lastPart(path);
    const known = this.knownMembers(path, name, (file) => this.#index.mayDeclare?.(file, className) ?? true);
    return known === undefined ? this.members(path, name) : known.declarations;
  }

  /** True when a name has declarations in a scope other than the global one and the given paths, or may have some. */
  isMemberBeyond(paths: ReadonlySet<string>, name: string): boolean {
    const known = this.#index.knownNamed?.(name, () => false);
    if (known !== undefined) return true;
    for (const path of this.#pathsOfName(name).keys()) if (path !== "" && !paths.has(path)) return true;
    return false;
  }

  /** All declarations of a name that are in a namespace or class, by its path. */
  #pathsOfName(name: string): ReadonlyMap<string, readonly Declaration[]> {
    const known = this.#asked.has(name) ? this.#byName.get(name) : undefined;
    this.#asked.add(name);
    return known ?? this.#pathsOf(name, this.#index.named(name));
  }

  #pathsOf(name: string, declarations: readonly Declaration[]): ReadonlyMap<string, readonly Declaration[]> {
    return getOrInsert(this.#byName, name, () => {
      const groups = new Map<string, Declaration[]>();
      for (const declaration of linkedOf(declarations)) {
        // `#include <QString>` declares no QString.
        if (declaration.kind === "macro" || declaration.kind === "include" || isTemplateParameter(declaration))
          continue;
        for (const path of new Set([this.containerOf(declaration), this.#writtenContainerOf(declaration)]))
          pushTo(groups, path, declaration);
      }
      return groups;
    });
  }

  /** The path of the scope that a declaration is a member of: without inline and anonymous namespaces. */
  containerOf(declaration: Declaration): string {
    const parent = parentOf(declaration);
    const outer = parent === undefined ? "" : this.innerPathOf(parent);
    const { qualifier } = declaration;
    if (qualifier === "") return outer;
    // `struct A::B { struct C {}; }; struct C::D { struct A {}; };`: each is asked for the scope of the other.
    if (this.#open.has(declaration)) return joinPath(outer, qualifier.replace(/^::/, ""));
    this.#open.add(declaration);
    try {
      return this.#qualifiedPath(declaration, outer);
    } finally {
      this.#open.delete(declaration);
    }
  }

  /** The path of the innermost namespace around a declaration. */
  namespaceOf(declaration: Declaration): string {
    const space = namespaceAround(declaration);
    return space === undefined ? "" : this.innerPathOf(space);
  }

  /** The key of the innermost namespace around a declaration: namespaces without a name are not the ones around them. */
  namespaceKeyOf(declaration: Declaration): string {
    const path = declaration.qualifier === "" ? this.namespaceOf(declaration) : this.containerOf(declaration);
    return namespaceAround(declaration)?.name === "" ? `${path} of ${declaration.file.path}` : path;
  }

  /** The path of the container with the names of inline namespaces, and with that of an enumeration. */
  #writtenContainerOf(declaration: Declaration): string {
    let path = "";
    for (let parent = parentOf(declaration); parent !== undefined; parent = parentOf(parent)) {
      // The fields of `struct { … } a;` are in nothing that has a name.
      if (parent.name === "" && classKinds.has(parent.kind) && (parent.flags & transparent) === 0)
        return this.containerOf(declaration);
      if (parent.name !== "" && scopeKinds.has(parent.kind))
        path = path === "" ? parent.name : `${parent.name}::${path}`;
    }
    return declaration.qualifier === "" ? path : this.containerOf(declaration);
  }

  /** The path of a declaration as members of it have it: of a namespace, class or scoped enumeration its own. */
  innerPathOf(declaration: Declaration): string {
    const known = this.#paths.get(declaration);
    if (known !== undefined) return known;
    const unknown: Declaration[] = [];
    let outer: Declaration | undefined = declaration;
    for (; outer !== undefined && !this.#paths.has(outer); outer = parentOf(outer)) unknown.push(outer);
    // From outside inward: code may nest deeper than calls can.
    let path = "";
    for (const inner of unknown.reverse()) {
      path = this.#newPathOf(inner);
      this.#paths.set(inner, path);
    }
    return path;
  }

  #newPathOf(declaration: Declaration): string {
    const { name, kind, index } = declaration;
    const container = this.containerOf(declaration);
    return isOpenScope(declaration) || !scopeKinds.has(kind) ? container : joinPath(container, name || `@${index}`);
  }

  /** The qualified name of a declaration. */
  pathOf(declaration: Declaration): string {
    return joinPath(this.containerOf(declaration), declaration.name);
  }

  /**
   * The path that a qualifier names: found from inside outward, by what the file brings into its scopes, or else the only one
   * that ends so, or whose header the file includes. Classes in other source files do not count if there are others.
   */
  #qualifiedPath(declaration: Declaration, outer: string): string {
    const { qualifier } = declaration;
    const written = qualifier.replace(/^::/, "");
    if (qualifier.startsWith("::")) return written;
    const last = written.slice(written.lastIndexOf("::") + 1).replace(/^:/, "");
    const { file } = declaration;
    const scopes = this.#index.named(last).filter((one) => scopeKinds.has(one.kind) && one.qualifier === "");
    const all = new Map<string, IndexedFile[]>();
    for (const scope of scopes) pushTo(all, this.pathOf(scope), scope.file);
    const isSeen = (other: IndexedFile) => !sourcePath.test(other.path) || includesNamed(file, other);
    const seen = all.size > 1 ? [...all].filter(([, files]) => files.some(isSeen)) : [];
    const paths = seen.length > 0 ? new Map(seen) : all;
    const around = firstAround(outer, written, paths);
    if (around !== undefined && around !== written) return around;
    const ending = [...paths.keys()].filter((path) => path.endsWith(`::${written}`));
    if (ending.length === 0) return around ?? joinPath(outer, written);
    const isIncluded = (path: string) => paths.get(path)?.some((other) => includesNamed(file, other)) === true;
    // A class of the global scope may be one of another program.
    if (around !== undefined && isIncluded(around)) return around;
    const brought = this.#broughtPaths(declaration, written, paths);
    const byRank = [brought, brought.filter(isIncluded), ...(around === undefined ? [ending] : [])];
    const chosen = [...byRank, ending.filter(isIncluded)].find(({ length }) => length === 1);
    return chosen?.[0] ?? around ?? joinPath(outer, written);
  }

  /** The paths that a name has by using-directives and using-declarations of the file, outside of functions and before its place. */
  #broughtPaths(
    { file, at }: Declaration,
    written: string,
    paths: ReadonlyMap<string, readonly IndexedFile[]>,
  ): readonly string[] {
    const found = new Set<string>();
    const opened = new Set<string>();
    for (const bringing of bringingIn(file)) {
      if (bringing.at > at) continue;
      const target = bringing.type.replace(/^::/, "");
      const scopes = [...scopesFrom(this.namespaceOf(bringing)), ...opened].map((scope) => joinPath(scope, target));
      if (bringing.kind === "using_namespace") for (const scope of scopes) opened.add(scope);
      for (const scope of scopes) {
        const path = pathBroughtBy(bringing, scope, written);
        if (path !== undefined && paths.has(path)) found.add(path);
      }
    }
    return [...found];
  }

  /** The parameters of the template that a declaration is, in order. */
  templateParametersOf(declaration: Declaration): readonly Declaration[] {
    return getOrInsert(parametersOfTemplates, declaration, () =>
      childrenOf(declaration).filter(
        (child) =>
          child.kind === "type_parameter" || (child.kind === "parameter" && child.scopeEnd === declaration.scopeEnd),
      ),
    );
  }

  /** The classes with a path. */
  classesAt(path: string): readonly Declaration[] {
    let classes = this.#classes.get(path);
    if (classes === undefined) {
      const name = lastPart(path);
      classes = this.members(outerPath(path), name).filter(({ kind }) => classKinds.has(kind));
      this.#classes.set(path, classes);
    }
    return classes;
  }

  /** All using-directives outside of functions. */
  directives(): readonly Declaration[] {
    this.#directives ??= this.#index.named("").filter(({ kind }) => kind === "using_namespace");
    return this.#directives;
  }
}

/** The path of a name in the innermost of a scope and the ones around it that has it. */
function firstAround(scope: string, name: string, paths: ReadonlyMap<string, unknown>): string | undefined {
  return scopesFrom(scope)
    .map((outer) => joinPath(outer, name))
    .find((path) => paths.has(path));
}

/** The paths of a scope and of the ones around it, the innermost first. */
function scopesFrom(scope: string): readonly string[] {
  const scopes = [scope];
  for (let outer = scope; outer !== ""; scopes.push(outer)) outer = outerPath(outer);
  return scopes;
}

/** The using-directives and using-declarations of files, outside of functions and classes. */
const bringing = new WeakMap<IndexedFile, readonly Declaration[]>();

function bringingIn(file: IndexedFile): readonly Declaration[] {
  return getOrInsert(bringing, file, () =>
    file.declarations.filter(
      ({ kind, parent, scopeEnd }) =>
        (kind === "using_namespace" || kind === "using") &&
        scopeEnd === 0 &&
        (parent === undefined || parent.kind === "namespace"),
    ),
  );
}

/** The path that a written name has by a using-directive or a using-declaration of a path; undefined if that does not bring it. */
function pathBroughtBy({ kind, name }: Declaration, path: string, written: string): string | undefined {
  if (kind === "using_namespace") return joinPath(path, written);
  return written === name || written.startsWith(`${name}::`) ? path + written.slice(name.length) : undefined;
}

/** The names of the files that a file includes, without their folders. */
const includedNames = new WeakMap<IndexedFile, ReadonlySet<string>>();

/** The path of a source file: other files see nothing of it, unless they include it. */
const sourcePath = /\.(?:c|cc|cpp|cxx|c\+\+|m|mm)$/i;

/** True if a file is another one, or includes one with its name. */
function includesNamed(from: IndexedFile, other: IndexedFile): boolean {
  if (from === other) return true;
  const names = getOrInsert(
    includedNames,
    from,
    () => new Set(from.declarations.flatMap(({ kind, name }) => (kind === "include" ? fileNameIn(name) : []))),
  );
  return names.has(fileNameIn(other.path));
}

function fileNameIn(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** The declaration that a name is declared in: a friend is declared in the namespace around the class. */
function parentOf(declaration: Declaration): Declaration | undefined {
  return (declaration.flags & friend) === 0 ? declaration.parent : namespaceAround(declaration);
}

/** The innermost namespace around a declaration; undefined for the global one. */
function namespaceAround({ parent }: Declaration): Declaration | undefined {
  let outer = parent;
  while (outer !== undefined && outer.kind !== "namespace") outer = outer.parent;
  return outer;
}

function joinPath(outer: string, name: string): string {
  return outer === "" ? name : `${outer}::${name}`;
}

/** The name that a path ends with. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf(":") + 1);
}

/** The path without its last part. */
export function outerPath(path: string): string {
  const at = path.lastIndexOf("::");
  return at < 0 ? "" : path.slice(0, at);
}

/** True for a function that specializes a template for arguments which its parameters do not name: `parse<float>(text)`. */
export function isSpecializedFunction({ kind, flags }: Declaration): boolean {
  return kind === "function" && (flags & DeclarationFlag.specialized) !== 0;
}

/** True for a function that a macro declares, `DECLARE(name, 15);`: its parameters are not known. In C they never are. */
export function hasUnknownParameters({ kind, parameters, most, file }: Declaration): boolean {
  return kind === "function" && parameters === 0 && most < 0 && file.language === "cpp";
}

/** True for the path of a scope, or of one around it. */
export function isSameOrAround(path: string, inner = ""): boolean {
  return inner === path || inner.startsWith(`${path}::`);
}

/** True for a class or a variable that is a specialization of a template. */
export function isSpecialization({ kind, parameters }: Declaration): boolean {
  return parameters !== 0 && (classKinds.has(kind) || kind === "variable");
}
