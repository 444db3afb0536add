import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import type { Branches } from "./branches.ts";
import type { NodeReader } from "./node-reader.ts";
import { isSystemHeader } from "./system-headers.ts";

/** Nodes of the other branches of an `#if` that are looked through. */
const maxNodes = 500;

/** Branches around an include that are looked at. */
const maxBranches = 10;

/**
 * True for an include in one branch of an `#if`, if another branch includes a header of a library: `#include "own.h"` in the
 * `#else` of `#include <lib.h>`. A build decides between both, unless the other branch is for other platforms.
 */
export function isBesideLibrary(nodes: NodeReader, branches: Branches, include: number): boolean {
  const { tree } = nodes;
  const isBeside = (node: number, outer: number) =>
    isOfLibrary(nodes, node) && !isForOtherPlatform(tree, branches, node, outer);
  let outer = tree.parents[include] ?? noNode;
  for (let passed = 0; passed < maxBranches && tree.type(outer).startsWith("preproc_"); passed++) {
    const alternative = nodes.child(outer, "alternative");
    if (alternative !== noNode) {
      const isFirst = include < alternative;
      const [from, to] = isFirst ? [alternative, nodes.next(outer)] : [outer + 1, alternative];
      for (let node = from; node < Math.min(to, from + maxNodes); node++) if (isBeside(node, outer)) return true;
    }
    outer = tree.parents[outer] ?? noNode;
  }
  return false;
}

/** True for an include of a header that is neither of the code base nor of the system. */
function isOfLibrary(nodes: NodeReader, node: number): boolean {
  if (nodes.tree.type(node) !== "preproc_include") return false;
  const path = nodes.textOf(nodes.child(node, "path"));
  return path.startsWith("<") && !isSystemHeader(path.slice(1, -1));
}

/** True for an include in a branch for other platforms, within an `#if`. */
function isForOtherPlatform(tree: FlatTree, branches: Branches, include: number, outer: number): boolean {
  let branch = include;
  for (let passed = 0; passed < maxBranches && branch !== outer; passed++) {
    branch = tree.parents[branch] ?? noNode;
    const left = tree.type(branch).startsWith("preproc_") ? branches.unlikelyAt(branch) : undefined;
    if (left?.isForeign === true && include < left.end) return true;
  }
  return false;
}
