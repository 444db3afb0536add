/**
 * The headers that branches of an `#if` include in place of each other. Input: the tree of a file, and a branch or an include in it;
 * output: the kinds of the headers of the other branches.
 */
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

/** The kinds of the headers that other branches of an `#if` include: of a library, and of the system. */
export type BesideHeaders = { readonly ofLibrary: boolean; readonly ofSystem: boolean };

/** The headers that the other branches of the `#if` of a branch include, unless they are for other platforms. */
export function headersBeside(nodes: NodeReader, branches: Branches, branch: number): BesideHeaders {
  const { tree } = nodes;
  const found = { ofLibrary: false, ofSystem: false };
  const look = (from: number, to: number) => {
    for (let node = from; node < Math.min(to, from + maxNodes); node++) {
      const path = bracketedPath(nodes, node);
      if (path === undefined || isForOtherPlatform(tree, branches, node, outermost)) continue;
      if (isSystemHeader(path)) found.ofSystem = true;
      else found.ofLibrary = true;
    }
  };
  const chain: { readonly outer: number; readonly alternative: number }[] = [];
  let outermost = branch;
  for (let passed = 0; passed < maxBranches && tree.type(outermost).startsWith("preproc_el"); passed++) {
    const outer = tree.parents[outermost] ?? noNode;
    chain.push({ outer, alternative: outermost });
    outermost = outer;
  }
  for (const { outer, alternative } of chain) look(outer + 1, alternative);
  const alternative = nodes.child(branch, "alternative");
  if (alternative !== noNode) look(alternative, nodes.next(branch));
  return found;
}

/** The path of an include in angle brackets; undefined for other nodes. */
function bracketedPath(nodes: NodeReader, node: number): string | undefined {
  if (nodes.tree.type(node) !== "preproc_include") return undefined;
  const path = nodes.textOf(nodes.child(node, "path"));
  return path.startsWith("<") ? path.slice(1, -1) : undefined;
}

/** True for an include of a header that is neither of the code base nor of the system. */
function isOfLibrary(nodes: NodeReader, node: number): boolean {
  const path = bracketedPath(nodes, node);
  return path !== undefined && !isSystemHeader(path);
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
