import type { Declaration } from "../code-index.ts";

/** True when a function can be called with a number of arguments. */
function takes({ kind, least, most }: Declaration, argumentCount: number): boolean {
  return kind === "function" && least <= argumentCount && (most < 0 || argumentCount <= most);
}

/** The functions among declarations that take a number of arguments; all declarations when none does. */
export function takersAmong(
  declarations: readonly Declaration[],
  argumentCount: number | undefined,
): readonly Declaration[] {
  if (argumentCount === undefined) return declarations;
  const takers = declarations.filter((one) => takes(one, argumentCount));
  return takers.length > 0 ? takers : declarations;
}

/** True when declarations are all of one function, or of something that has no overloads. */
export function isOneSymbol(declarations: readonly Declaration[]): boolean {
  const [first] = declarations;
  return declarations.every(
    ({ kind, parameters }) =>
      (kind === "function") === (first?.kind === "function") &&
      (kind !== "function" || parameters === first?.parameters),
  );
}
