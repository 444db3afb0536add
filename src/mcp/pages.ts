import { invalidParams } from "./rpc-error.ts";

export type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor?: string };

const mark = "after:";

/**
 * Returns one page of a list. A cursor holds the key of the last item of the previous page, so that it stays valid when
 * items come and go.
 *
 * @param pinned items at the start, in an order of their own
 * @param sorted the others, sorted by key
 * @throws RpcError when the cursor is not one of this server
 */
export function pageOf<Item>(
  cursor: unknown,
  size: number,
  keyOf: (item: Item) => string,
  pinned: readonly Item[],
  sorted: readonly Item[],
): Page<Item> {
  const all = [...pinned, ...sorted];
  const from = startOf(cursor, pinned.map(keyOf), sorted.map(keyOf));
  const items = all.slice(from, from + size);
  const last = items.at(-1);
  if (last === undefined || from + items.length >= all.length) return { items };
  return { items, nextCursor: Buffer.from(mark + keyOf(last)).toString("base64url") };
}

/** Refuses a cursor for a list of one page. */
export function refuseCursor(cursor: unknown): void {
  if (cursor !== undefined && cursor !== null) throw strangeCursor();
}

function startOf(cursor: unknown, pinned: readonly string[], sorted: readonly string[]): number {
  if (cursor === undefined || cursor === null) return 0;
  const text = typeof cursor === "string" ? Buffer.from(cursor, "base64url").toString() : "";
  if (!text.startsWith(mark)) throw strangeCursor();
  const after = text.slice(mark.length);
  const index = pinned.indexOf(after);
  if (index >= 0) return index + 1;
  const next = sorted.findIndex((key) => key > after);
  return next < 0 ? pinned.length + sorted.length : pinned.length + next;
}

function strangeCursor(): Error {
  return invalidParams("cursor is not one that this server gave");
}
