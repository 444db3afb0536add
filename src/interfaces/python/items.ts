import { pushTo } from "../../base/group-by.ts";

/** A statement of a stub. A block is followed by the statements in it, which are one level deeper. */
export type Item = {
  readonly depth: number;
  readonly parent: Item | undefined;
  /** The first line, with the others that belong to it, without indentation. */
  readonly lines: readonly string[];
  /** True for a head of other statements, such as `class A:`. */
  readonly isBlock: boolean;
  /** The names that it binds. */
  readonly names: readonly string[];
  /** True for what stays only where another statement needs it. */
  readonly isPrivate: boolean;
  /** True for `elif` and `else`, which need what is before them. */
  readonly isBranch: boolean;
  /** True for an empty line above. */
  readonly isApart: boolean;
};

const word = /[\p{L}_][\p{L}\p{N}_]*/gu;

/** Returns the statements that are public, or that public ones name, and those around them. */
export function neededItems(items: readonly Item[]): ReadonlySet<Item> {
  const byName = new Map<string, Item[]>();
  for (const item of items) {
    if (!item.isPrivate) continue;
    for (const name of item.names) pushTo(byName, name, item);
  }
  const inner = new Map<Item, Item[]>();
  for (const item of items) {
    if (item.parent !== undefined) pushTo(inner, item.parent, item);
  }
  const kept = new Set<Item>();
  const waiting = new Set<Item>();
  const used = new Set<string>();
  const pending = items.filter(({ isPrivate, parent }) => !isPrivate && parent === undefined);
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (kept.has(item)) continue;
    if (item.parent !== undefined && !kept.has(item.parent)) {
      waiting.add(item);
      continue;
    }
    kept.add(item);
    for (const child of inner.get(item) ?? []) if (!child.isPrivate || waiting.has(child)) pending.push(child);
    for (const line of item.lines) {
      for (const [name] of line.matchAll(word)) {
        if (used.has(name)) continue;
        used.add(name);
        pending.push(...(byName.get(name) ?? []).filter((other) => other !== item));
      }
    }
  }
  return kept;
}

/** Writes statements with their indentation, and `...` in blocks without any. */
export function textOf(items: readonly Item[], kept: ReadonlySet<Item>): string {
  const lines: string[] = [];
  const shown = items.filter((item) => kept.has(item));
  shown.forEach((item, i) => {
    const indent = indentation.repeat(Math.min(item.depth, maxIndents));
    if (item.isApart && lines.length > 0 && lines.at(-1) !== "") lines.push("");
    for (const line of item.lines) lines.push(line === "" ? "" : indent + line);
    const next = shown[i + 1];
    if (item.isBlock && next?.parent !== item) {
      const last = lines.pop() ?? "";
      lines.push(last.endsWith(":") && !last.trimStart().startsWith("#") ? `${last} ...` : last);
      if (!last.endsWith(":")) lines.push(`${indent}${indentation}...`);
    }
  });
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

const indentation = "    ";

/** Levels of blocks: Python takes no more than a hundred. */
const maxIndents = 100;
