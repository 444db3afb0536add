/** The languages whose declarations C++ reaches. Another language has a name of C++ by chance. */
import type { Declaration } from "../code-index.ts";

const linkedLanguages: ReadonlySet<string> = new Set(["cpp", "c"]);

const isLinked = ({ file }: Declaration): boolean => linkedLanguages.has(file.language);

/** The declarations that C++ reaches, of all that have a name; the same array if these are all. */
export function linkedOf(named: readonly Declaration[]): readonly Declaration[] {
  return named.every(isLinked) ? named : named.filter(isLinked);
}
