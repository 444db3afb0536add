import fc from "fast-check";

const firstSurrogate = 0xd800;
const surrogates = 0x800;
const lastCodePoint = 0x10ffff;

/** Any character but a surrogate. That of fast-check itself keeps a table of a million characters, and takes seconds to fill it. */
const character = fc.nat(lastCodePoint - surrogates).map(
  (place) => String.fromCodePoint(place < firstSurrogate ? place : place + surrogates),
  (text) => placeOf(text),
);

/** Texts of any characters, and the dangerous ones that fast-check knows, such as `__proto__`. */
export function anyText(bounds: Pick<fc.StringConstraints, "minLength" | "maxLength"> = {}): fc.Arbitrary<string> {
  return fc.string({ ...bounds, unit: character });
}

/** @throws Error for what is not one such character: fast-check asks whether a text has been made here */
function placeOf(text: unknown): number {
  const code = typeof text === "string" ? text.codePointAt(0) : undefined;
  if (code === undefined || text !== String.fromCodePoint(code)) throw new Error("not one character");
  if (code < firstSurrogate) return code;
  if (code < firstSurrogate + surrogates) throw new Error("a surrogate");
  return code - surrogates;
}
