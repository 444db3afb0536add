/** A macro that opens or closes scopes. */
export type MacroScope = {
  /** The offset of its name, and the offset after its last character. */
  readonly index: number;
  readonly end: number;
  /** The number of scopes that it opens, or closes if negative. */
  readonly braces: number;
  /** The namespaces that it opens, outermost first; none when it opens other scopes as well, or closes some. */
  readonly namespaces: readonly string[];
};

/** Namespaces within one another that one macro opens; code with more is not written by people. */
const maxNamespaces = 8;

/**
 * @param nameLength of the macro: each of its namespaces has a place of its own in it
 * @param rest of the role of a macro: `2 a b`
 */
export function macroScope(
  span: Pick<MacroScope, "index" | "end">,
  nameLength: number,
  braces: number,
  rest: string,
): MacroScope {
  const namespaces = rest.split(" ").slice(1);
  const count = namespaces.reduce((sum, path) => sum + path.split("::").length, 0);
  const isKnown = namespaces.length === braces && count <= Math.min(maxNamespaces, nameLength);
  return { ...span, braces, namespaces: isKnown ? namespaces : [] };
}
