/**
 * The kinds of descriptors of SCIP, which the sign after or around a name tells: `namespace/`, `type#`, `term.`,
 * `method().`, `[typeParameter]`, `(parameter)`, `meta:`, `macro!`.
 */
export type DescriptorKind =
  | "macro"
  | "meta"
  | "method"
  | "namespace"
  | "parameter"
  | "term"
  | "type"
  | "typeParameter";

/** The start of the string of any global symbol: the scheme, and no manager, package and version. */
export const symbolStart = "codegrove . . . ";

/**
 * Returns a descriptor as SCIP writes it after the descriptors of its scope.
 *
 * @param name not empty
 * @param rank 0 for the first of several symbols of this name and kind in one place, 1 for the next, and so on.
 *   Methods have it as their disambiguator, others in the name: a `+` is part of a simple identifier, and not of a name
 *   in code
 */
export function descriptor(kind: DescriptorKind, name: string, rank = 0): string {
  const ranked = rank === 0 ? "" : `+${rank}`;
  if (kind === "method") return `${identifier(name)}(${ranked}).`;
  const written = identifier(name + ranked);
  if (kind === "typeParameter") return `[${written}]`;
  if (kind === "parameter") return `(${written})`;
  return written + signs[kind];
}

const signs = { macro: "!", meta: ":", namespace: "/", term: ".", type: "#" } as const;

/**
 * Returns the string of a symbol that is visible only in its document. @param number a different one for each symbol of
 * the document
 */
export function localSymbol(number: number): string {
  return `local ${number}`;
}

/** Returns a name as an identifier of SCIP: between backticks, doubled inside, unless it is simple. */
function identifier(name: string): string {
  return isSimple(name) ? name : `\`${name.replaceAll("`", "``")}\``;
}

/** True for a name that SCIP writes as it is. */
export function isSimple(name: string): boolean {
  return /^[\w+$-]+$/.test(name);
}
