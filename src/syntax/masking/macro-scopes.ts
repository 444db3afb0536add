/** A macro that opens or closes scopes. */
export type MacroScope = {
  /** The offset of its name, and the offset after its last character. */
  readonly index: number;
  readonly end: number;
  /** How many scopes it opens, or closes when negative. */
  readonly braces: number;
  /** The namespaces that it opens, outermost first; none when it opens other scopes as well, or closes some. */
  readonly namespaces: readonly string[];
};

/** @param rest of the role of a macro: `2 a b` */
export function macroScope(index: number, end: number, braces: number, rest: string): MacroScope {
  const namespaces = rest.split(" ").slice(1);
  return { index, end, braces, namespaces: namespaces.length === braces ? namespaces : [] };
}
