import type { RowValues } from "../../answers/rows.ts";
import { groupBy } from "../../base/group-by.ts";

/** A symbol in a compact list. */
type NamedRow = {
  readonly name: string;
  readonly kind?: string | undefined;
  readonly container?: string | undefined;
  readonly line: number;
  readonly access?: string | undefined;
};

/**
 * Lists symbols as `name:line`, grouped by container, access and kind:
 * `{"container":"A","public":{"method":["f:1"]},"private":{"field":["x:2"]}}`; without access `{"function":["f:1"]}`.
 */
export function compactNames(rows: readonly NamedRow[]): readonly RowValues[] {
  const byContainer = groupBy(rows, ({ container }) => container);
  return Array.from(byContainer, ([container, members]) => {
    const byAccess = groupBy(members, ({ access }) => access);
    const groups = Array.from(byAccess, ([access, ofAccess]) =>
      access === undefined ? byKind(ofAccess) : { [access]: byKind(ofAccess) },
    );
    return Object.assign({}, ...(container === undefined ? [] : [{ container }]), ...groups);
  });
}

function byKind(rows: readonly NamedRow[]): RowValues {
  const kinds = groupBy(rows, ({ kind = "" }) => kind);
  return Object.fromEntries(
    Array.from(kinds, ([kind, ofKind]) => [kind, ofKind.map(({ name, line }) => `${name}:${line}`)]),
  );
}
