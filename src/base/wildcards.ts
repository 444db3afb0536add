/**
 * True when a name matches a pattern, in which `*` stands for any text and `?` for one character. Takes at most as many steps as
 * both are long multiplied, whatever the pattern is.
 */
export function matchesWildcards(pattern: string, name: string): boolean {
  let [inPattern, inName] = [0, 0];
  /** After the last star, and where the name went on from there. */
  let [behindStar, resumeAt] = [-1, 0];
  while (inName < name.length) {
    const sign = pattern[inPattern];
    if (sign === "*") {
      behindStar = ++inPattern;
      resumeAt = inName;
    } else if (sign === "?") {
      inPattern++;
      inName += (name.codePointAt(inName) ?? 0) > 0xffff ? 2 : 1;
    } else if (sign === name[inName]) {
      inPattern++;
      inName++;
    } else if (behindStar >= 0) {
      inPattern = behindStar;
      inName = ++resumeAt;
    } else return false;
  }
  while (pattern[inPattern] === "*") inPattern++;
  return inPattern === pattern.length;
}
