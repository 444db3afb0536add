import { nearest } from "../base/nearest.ts";

/** Returns a phrase such as `unknown key 'rots', did you mean 'roots'?` */
export function unknown(what: string, name: string, known: readonly string[]): string {
  const suggestion = nearest(name, known);
  const hint = suggestion === undefined ? `; there are ${known.join(", ")}` : `, did you mean '${suggestion}'?`;
  return `unknown ${what} '${name}'${hint}`;
}
