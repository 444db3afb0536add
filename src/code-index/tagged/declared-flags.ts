import { writtenRegex } from "../../base/written-regex.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { WrittenTerms } from "./written-terms.ts";

/** Nodes between a name and the statement that exports it. */
const maxLevels = 3;

/** The flags of a declared name: seen only inside of a function, given to other files, or a member of a type itself. */
export function declaredFlags(terms: WrittenTerms, name: number, isOutermost: boolean): number {
  const { functions, static_sign: sign } = terms.rules;
  const parent = name === noNode ? noNode : terms.parentOf(name);
  if (parent === noNode) return 0;
  const isStatic = sign !== undefined && terms.hasSign(parent, sign);
  const flags = isStatic ? DeclarationFlag.static : 0;
  if (!isOutermost || functions.length === 0) return flags;
  return flags | (isInFunction(terms, parent) ? DeclarationFlag.internal : isExported(terms, parent));
}

/** True for a node inside of a function, also of one without a name; a function that the node is does not count. */
function isInFunction(terms: WrittenTerms, node: number): boolean {
  const isFunction = (kind: string) => terms.rules.functions.includes(kind);
  const start = isFunction(terms.kindOf(node)) ? terms.parentOf(node) : node;
  return start !== noNode && terms.around(start, isFunction) !== noNode;
}

function isExported(terms: WrittenTerms, node: number): number {
  const { exports } = terms.rules;
  if (exports === undefined) return 0;
  const around = terms.around(node, (kind) => exports.around.includes(kind), maxLevels);
  const isAround = around !== noNode && (exports.without === undefined || !terms.hasSign(around, exports.without));
  const isBefore = exports.before !== undefined && writtenRegex(exports.before, "u").test(terms.textOf(node));
  return isAround || isBefore ? DeclarationFlag.exported : 0;
}
