/** The arguments of macros. Input: a text and an offset in it; output: the macro and the place of its argument around the offset. */

/** UTF-16 code units of the arguments before one that are read. */
const maxArguments = 1_000;

/** An argument in a call of a macro or a function. */
export type ArgumentPlace = {
  /** The name before the arguments; "" for none. */
  readonly called: string;
  /** The number of arguments before it. */
  readonly place: number;
};

/** Returns the argument that an offset is in; undefined if there is no call around it. */
export function argumentAt(text: string, offset: number): ArgumentPlace | undefined {
  const before = text.slice(Math.max(offset - maxArguments, 0), offset);
  let place = 0;
  let depth = 0;
  let open = before.length - 1;
  for (; open >= 0 && depth >= 0; open--) {
    const sign = before.charAt(open);
    if (sign === ")" || sign === "}") depth++;
    else if (sign === "(" || sign === "{") depth--;
    else if (sign === ";") return undefined;
    else if (sign === "," && depth === 0) place++;
  }
  if (depth >= 0) return undefined;
  const [called = ""] = /\w*$/.exec(before.slice(0, open + 1).trimEnd()) ?? [];
  return { called, place };
}
