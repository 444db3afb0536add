import type { Run } from "./run.ts";
import { isKindOf } from "./standard-classes.ts";
import { builtinOf, distinctThings, type Given, type Key, type Thing, type Things } from "./things.ts";

export type Addition = {
  readonly keys: Things;
  readonly items: Things;
  /** Of a dictionary that is added. */
  readonly parts?: ReadonlyMap<Key, Things>;
};

/** By method of a container: what it adds. */
export const additions: Readonly<Record<string, (given: Given, run: Run) => Addition>> = {
  append: ({ positional }) => ({ keys: [], items: positional[0] ?? [] }),
  appendleft: ({ positional }) => ({ keys: [], items: positional[0] ?? [] }),
  add: ({ positional }) => ({ keys: [], items: positional[0] ?? [] }),
  insert: ({ positional }) => ({ keys: [], items: positional[1] ?? [] }),
  extend: ({ positional }, run) => ({ keys: [], items: run.items.iterated(positional[0] ?? []) }),
  update: ({ positional, named }, run) => {
    const [first] = positional[0] ?? [];
    const isMapping = first?.kind === "object" && isKindOf(builtinOf(first), "Mapping");
    if (!isMapping && named.size === 0) return { keys: [], items: run.items.iterated(positional[0] ?? []) };
    const [keys = [], items = []] = isMapping ? first.items : [];
    const parts = new Map<Key, Things>([...((isMapping && first.parts) || []), ...named]);
    return { keys, items: [...items, ...[...named.values()].flat()], parts };
  },
  extendleft: ({ positional }, run) => ({ keys: [], items: run.items.iterated(positional[0] ?? []) }),
};

/** True for what calls of methods change. */
export function isOpen(value: Thing): boolean {
  return value.kind === "object" && /^(?:list|set|deque|dict)$/.test(builtinOf(value));
}

/**
 * Values with what is added to lists, sets and dictionaries.
 *
 * @param isRepeated true if nobody can tell which of the additions, and how often, came before
 */
export function withAdded(values: Things, added: readonly Addition[], isRepeated: boolean): Things {
  if (added.length === 0) return values;
  return values.map((value): Thing => {
    if (value.kind !== "object" || !isOpen(value)) return value;
    const isMapping = builtinOf(value) === "dict";
    const [first = [], second = []] = value.items;
    const keys = distinctThings([...first, ...added.flatMap(({ keys: some }) => some)]);
    const items = added.flatMap(({ items: some }) => some);
    const { parts, ...rest } = value;
    const held = isMapping ? [keys, distinctThings([...second, ...items])] : [distinctThings([...first, ...items])];
    const isKept = parts !== undefined && (isMapping || (!isRepeated && added.every((one) => one.keys.length > 0)));
    return { ...rest, items: held, ...(isKept && { parts: partsWith(parts, added, isRepeated) }) };
  });
}

function partsWith(
  parts: ReadonlyMap<Key, Things>,
  added: readonly Addition[],
  isRepeated: boolean,
): ReadonlyMap<Key, Things> {
  const joined = new Map(parts);
  const set = (key: Key, items: Things) =>
    joined.set(key, isRepeated ? distinctThings([...(joined.get(key) ?? []), ...items]) : items);
  for (const { keys, items, parts: more = [] } of added) {
    for (const [key, part] of more) set(key, part);
    // Under a key that is not known.
    if (keys.length === 0 && items.some(({ kind }) => kind === "unknown")) return new Map();
    for (const key of keys) {
      if (key.kind === "object" && key.literal !== undefined) set(key.literal, items);
    }
  }
  return joined;
}
