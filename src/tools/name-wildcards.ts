/** True when a name matches a pattern, in which `*` stands for any text and `?` for one code unit. */
export function matchesWildcards(pattern: string, name: string): boolean {
  let [inPattern, inName] = [0, 0];
  /** Behind the last star, and where the name went on from there. */
  let [behindStar, resumeAt] = [-1, 0];
  while (inName < name.length) {
    const sign = pattern[inPattern];
    if (sign === "*") {
      behindStar = ++inPattern;
      resumeAt = inName;
    } else if (sign === "?" || sign === name[inName]) {
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
