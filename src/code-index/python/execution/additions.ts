import type { Run } from "./run.ts";
import { isKindOf } from "./standard-classes.ts";
import { builtinOf, type Given, type Key, type Things } from "./things.ts";

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
