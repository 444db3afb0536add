/**
 * Captures of lambdas, whose copies of objects are const. Input: a name, and the text between its declaration and a use; output:
 * "const" if the use is of a copy.
 */

/** UTF-16 code units between a declaration and its use that are read, and lambdas among them whose ends are looked for. */
const maxBetween = 20_000;
const maxLambdas = 40;

/**
 * Tells whether a name is a copy that a lambda has.
 *
 * @param between the text from the declaration of the name up to its use
 * @returns "const" for a copy that is const, "none" if it is the object itself; undefined if that is not known
 */
export function captureOf(name: string, between: string): "const" | "none" | undefined {
  if (!between.includes("[")) return "none";
  if (between.length > maxBetween) return undefined;
  const text = between.replace(
    /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/g,
    (one) => " ".repeat(one.length),
  );
  let result: "const" | "none" | undefined = "none";
  let lambdas = 0;
  for (const { 0: list, 1: written = "", index } of text.matchAll(/(?<![\w$)\]]\s*)\[([^[\]]*)\]/g)) {
    if (!copies(written, name)) continue;
    if (++lambdas > maxLambdas) return undefined;
    const isMutable = isOpenAfter(text, index + list.length);
    if (isMutable === undefined) continue;
    if (!isMutable) return "const";
    result = undefined;
  }
  return result;
}

/** True if a list of captures, without its brackets, makes a copy of a name. */
function copies(list: string, name: string): boolean {
  const items = list.split(",").map((one) => one.replace(/\.\.\.|\s+/g, ""));
  if (items.includes(name)) return true;
  return items[0] === "=" && !items.includes(`&${name}`);
}

/** True if the lambda whose list of captures ends at an offset is `mutable`; undefined if the text ends outside of its body. */
export function isOpenAfter(text: string, offset: number): boolean | undefined {
  const body = text.indexOf("{", offset);
  if (body < 0 || /[;}]/.test(text.slice(offset, body))) return undefined;
  let depth = 0;
  for (let at = body; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return undefined;
  }
  return /\bmutable\b/.test(text.slice(offset, body));
}
