import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { NodeReader } from "./node-reader.ts";
import { isSystemHeader } from "./system-headers.ts";

/** Nodes of the other branches of an `#if` that are looked through. */
const maxNodes = 500;

/** Branches around an include that are looked at. */
const maxBranches = 10;

/**
 * True for an include in one branch of an `#if`, if another branch includes a header of a library: `#include "own.h"` in the
 * `#else` of `#include <lib.h>`. A build decides between both.
 */
export function isBesideLibrary(nodes: NodeReader, include: number): boolean {
  const { tree } = nodes;
  let outer = tree.parents[include] ?? noNode;
  for (let passed = 0; passed < maxBranches && tree.type(outer).startsWith("preproc_"); passed++) {
    const alternative = nodes.child(outer, "alternative");
    const isFirst = include < alternative;
    if (alternative !== noNode) {
      const others = isFirst ? { from: alternative, to: nodes.next(outer) } : { from: outer + 1, to: alternative };
      if (includesLibrary(nodes, others)) return true;
    }
    outer = tree.parents[outer] ?? noNode;
  }
  return false;
}

function includesLibrary(nodes: NodeReader, { from, to }: { readonly from: number; readonly to: number }): boolean {
  for (let node = from; node < Math.min(to, from + maxNodes); node++) {
    if (nodes.tree.type(node) !== "preproc_include") continue;
    const path = nodes.textOf(nodes.child(node, "path"));
    if (path.startsWith("<") && !isSystemHeader(path.slice(1, -1))) return true;
  }
  return false;
}
