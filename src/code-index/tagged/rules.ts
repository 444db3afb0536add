/**
 * The rules of name resolution for languages that are only data: declarations, local scopes, imports, the file, then
 * any file. Input: the use of a name; output: declarations with a confidence; the first rule that answers decides.
 */
import type { DeclarationKind } from "../../facts/declaration-facts.ts";
import type { CodeIndex, Declaration, IndexedFile } from "../code-index.ts";
import { type DependencyFinder, filesOf } from "../dependency.ts";
import type { Confidence } from "../resolution.ts";
import { bringsNames, isFunction } from "../symbol-kind.ts";
import type { Use } from "./use.ts";

/** The result of a rule for a name. */
type Answer = {
  /** Best first. */
  readonly declarations: readonly Declaration[];
  readonly confidence: Confidence;
  readonly via?: readonly Declaration[];
};

export type Rule = {
  readonly id: string;
  /** The target of the name; undefined if the rule says nothing of it, so that the next one is tried. */
  readonly resolve: (use: Use, index: CodeIndex, dependencies: DependencyFinder | undefined) => Answer | undefined;
};

export const rules: readonly Rule[] = [
  { id: "declaration", resolve: byDeclaration },
  { id: "local", resolve: byLocal },
  { id: "import", resolve: byImport },
  { id: "file", resolve: byFile },
  { id: "name", resolve: byName },
];

/** The name of a declaration. */
function byDeclaration({ names, offset }: Use): Answer | undefined {
  const own = names.declarationAt(offset);
  return own === undefined || bringsNames(own) ? undefined : { declarations: [own], confidence: "exact" };
}

/** A name that a scope around it defines. */
function byLocal({ names, name, offset, isScoped }: Use): Answer | undefined {
  const binding = isScoped ? names.lookUp(name, offset) : undefined;
  if (binding === undefined || bringsNames(binding.declaration)) return undefined;
  const { declaration, others } = binding;
  return { declarations: [declaration, ...others], confidence: others.length > 0 ? "name" : "exact" };
}

/**
 * A name that an import brings: what has the name in the file that the import names, or outside of the file where that is
 * not known; or else the import itself.
 */
function byImport(
  { file, names, name, offset, isScoped }: Use,
  index: CodeIndex,
  dependencies: DependencyFinder | undefined,
): Answer | undefined {
  const imported = isScoped ? names.lookUp(name, offset)?.declaration : undefined;
  if (imported === undefined || !bringsNames(imported)) return undefined;
  const others = index.named(name).filter((found) => found.file !== file && !bringsNames(found) && isOutermost(found));
  const files = importedFiles(imported, dependencies);
  const own = others.filter((found) => files?.includes(found.file));
  if (own.length > 0) return { declarations: own, confidence: own.length === 1 ? "exact" : "name", via: [imported] };
  const isElsewhere = files?.length === 0;
  if (others.length === 0 || isElsewhere) return { declarations: [imported], confidence: "name" };
  return { declarations: others, confidence: others.length === 1 ? "likely" : "name", via: [imported] };
}

/**
 * The files that the statement of an import names: none for those outside of the code base, undefined if that is not
 * known.
 */
function importedFiles(
  imported: Declaration,
  dependencies: DependencyFinder | undefined,
): readonly IndexedFile[] | undefined {
  const { file, at } = imported;
  const path = file.declarations.find(({ kind, start, end }) => kind === "include" && start <= at && at < end);
  const target = path === undefined ? undefined : dependencies?.(path, file)?.target;
  const isOutside = target !== undefined && "missing" in target && target.missing === "external";
  return isOutside ? [] : filesOf(target);
}

/** A name that locals.scm has no definition of, and tags.scm one in the file, in a scope around the place or in none. */
function byFile({ file, names, name, offset, isScoped }: Use, index: CodeIndex): Answer | undefined {
  if (!isScoped) return undefined;
  const seen = index
    .named(name)
    .filter((found) => found.file === file && !bringsNames(found) && !isMember(found) && names.isSeenAt(found, offset));
  if (seen.length === 0) return undefined;
  return { declarations: seen, confidence: seen.length === 1 ? "likely" : "name" };
}

/** The declarations with the name: in the same file, in another one of the language, or anywhere. */
function byName({ file, name }: Use, index: CodeIndex): Answer | undefined {
  const named = index.named(name).filter((found) => !bringsNames(found));
  if (named.length === 0) return undefined;
  const distanceOf = (found: Declaration) => (found.file === file ? 0 : found.file.language === file.language ? 1 : 2);
  return { declarations: [...named].sort((a, b) => distanceOf(a) - distanceOf(b)), confidence: "name" };
}

/** True for what is not a member, and no part of a function. */
function isOutermost(declaration: Declaration): boolean {
  return !isMember(declaration) && (declaration.parent === undefined || !isFunction(declaration.parent));
}

/** True for a declaration that needs the name of its parent: parts of functions and namespaces do not. */
function isMember({ parent }: Declaration): boolean {
  return parent !== undefined && !isFunction(parent) && !namespaceKinds.has(parent.kind);
}

const namespaceKinds: ReadonlySet<DeclarationKind> = new Set(["namespace", "module"]);
