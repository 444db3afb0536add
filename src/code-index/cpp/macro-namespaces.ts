import { countWhile } from "../../base/count-while.ts";
import type { MacroScope } from "../../syntax/dialect.ts";
import type { FlatText } from "../../syntax/parse.ts";

/** The namespaces that one macro opens, and where they end. */
export type MacroNamespaces = {
  readonly macro: MacroScope;
  /** The offset in the file after the macro that closes the last of them. */
  readonly end: number;
  /** The first node in them, and the first one after them. */
  readonly firstNode: number;
  readonly endNode: number;
};

/** Returns the namespaces that macros open and close in a file, in order; those without a node in them are left out. */
export function macroNamespacesIn(source: FlatText): readonly MacroNamespaces[] {
  const open: (MacroScope & { left: number })[] = [];
  const found: MacroNamespaces[] = [];
  for (const macro of source.scopes) {
    if (macro.braces > 0) open.push({ ...macro, left: macro.braces });
    for (let closed = -macro.braces; closed > 0; closed--) {
      const opened = open.at(-1);
      if (opened === undefined) break;
      opened.left--;
      if (opened.left > 0) continue;
      open.pop();
      if (opened.namespaces.length === 0) continue;
      const [firstNode, endNode] = [firstNodeAt(source, opened.end), firstNodeAt(source, macro.index)];
      if (firstNode < endNode) found.push({ macro: opened, end: macro.end, firstNode, endNode });
    }
  }
  return found.sort((a, b) => a.macro.index - b.macro.index);
}

/** The first node in preorder that starts at an offset of the file or after it. */
function firstNodeAt({ tree, offsetOf }: FlatText, offset: number): number {
  return countWhile(tree.size, (node) => offsetOf(tree.start(node)) < offset);
}
