import { getOrInsert } from "../../base/get-or-insert.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { TypeRules } from "../../syntax/type-rules.ts";
import type { IndexedFile } from "../code-index.ts";
import type { OpenFile } from "../resolution.ts";
import { FileNames } from "./file-names.ts";
import type { OpenNames, TermPlace } from "./known-types.ts";
import { argumentsOf, isAbsolute, ownerOf, sortOf } from "./name-place.ts";
import type { Wanted } from "./wanted.ts";
import { WrittenTerms } from "./written-terms.ts";

/** A name at a place of an open file, in a language with rules of types. */
export type TypedUse = {
  readonly open: OpenNames;
  readonly node: number;
  readonly name: string;
  readonly place: TermPlace & { readonly open: OpenNames };
  /** The node that the name is a member of; noNode for a name by itself. */
  readonly owner: number;
  /** The things that the name may mean at its place. */
  readonly wanted: Wanted;
};

/** Nodes between a name and a statement whose names mean nothing outside of it: parts of a dotted name. */
const maxLevels = 20;

/** Nodes of the text of a string: a string that consists of a name is none. */
const stringKinds = /string/;

/** An open file is another object for each of its texts. */
const openFiles = new WeakMap<IndexedFile, OpenNames>();

export function openNamesOf({ file, tree, text, locals }: OpenFile, rules: TypeRules): OpenNames {
  return getOrInsert(openFiles, file, () => {
    return { file, names: new FileNames(file, locals), terms: new WrittenTerms(tree, text, rules) };
  });
}

/** The name at an offset; undefined if there is none. */
export function typedUseAt(file: OpenFile, offset: number, rules: TypeRules): TypedUse | undefined {
  const open = openNamesOf(file, rules);
  const { terms } = open;
  const node = terms.nameNodeAt(offset);
  if (node === noNode || stringKinds.test(terms.kindOf(node))) return undefined;
  if (terms.around(node, (kind) => rules.no_names.includes(kind), maxLevels) !== noNode) return undefined;
  const attributes = rules.modules?.attributes ?? [];
  const attribute = attributes.length > 0 ? terms.around(node, (kind) => attributes.includes(kind), maxLevels) : noNode;
  if (attribute !== noNode && !/^#!?\[\s*derive\b/.test(terms.textOf(attribute))) return undefined;
  const place = { file: open.file, open, offset };
  const sort = sortOf(terms, node) ?? (rules.type_names.includes(terms.kindOf(node)) ? "type" : undefined);
  const wanted = { sort, count: argumentsOf(terms, node), isAbsolute: isAbsolute(terms, node) };
  return { open, node, name: terms.textOf(node), place, owner: ownerOf(terms, node), wanted };
}
