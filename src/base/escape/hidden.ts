/**
 * Characters that are not seen, or that change how others are: control characters, separators of lines, halves of surrogate
 * pairs, interlinear annotations, and what Unicode ignores by default, such as marks of direction (https://trojansource.codes),
 * zero-width characters and tags. U+FE0F is not one of them: it makes a sign an emoji.
 */
const hidden = "(?!\\ufe0f)[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]";

/**
 * Returns a pattern of hidden characters.
 *
 * @param kept characters that are left out, as in a class of a regular expression: "\\t\\n"
 */
export function hiddenExcept(kept: string): RegExp {
  return new RegExp(kept === "" ? hidden : `(?![${kept}])${hidden}`, "gu");
}

/** Returns a character as JSON escapes it, each of its UTF-16 code units as `\u202e`: the text may be put into JSON as it is. */
export function escapedAsJson(character: string): string {
  return Array.from({ length: character.length }, (_, at) => unitText(character.charCodeAt(at))).join("");
}

function unitText(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
