// @ts-check
/** The types in hovers of clangd and pyright, and how a type compares with them. */

/**
 * A type is `narrowed` where the server knows that the value is of some members of a union only.
 * @typedef {"right" | "narrowed" | "compatible" | "wrong"} Verdict
 */
/** @typedef {{ language: "cpp" | "python", isFunction: boolean, types: string[] }} HoverType the ways in which it is written */

/**
 * The type that a hover of clangd tells: of a function that of its result.
 * @param {string} hover
 * @returns {HoverType | undefined}
 */
export function clangdType(hover) {
  const [, result] = /^→ (.+)$/m.exec(hover) ?? [];
  const [, type] = /^Type: (.+)$/m.exec(hover) ?? [];
  const found = result ?? type;
  if (found === undefined) return undefined;
  const [, written = found, meant] = /^(.*?) \(aka (.*)\)$/.exec(found) ?? [];
  return {
    language: "cpp",
    isFunction: result !== undefined,
    types: meant === undefined ? [written] : [written, meant],
  };
}

/**
 * The same of pyright.
 * @param {string} hover
 * @returns {HoverType | undefined}
 */
export function pyrightType(hover) {
  const [, kind = "", rest = ""] = /^\((\w+)\) ([\s\S]*)$/.exec(hover) ?? [];
  const isFunction = kind === "function" || kind === "method";
  if (!isFunction && !["variable", "parameter", "property", "constant"].includes(kind)) return undefined;
  const head = rest.split("\n\n")[0] ?? "";
  const type = (isFunction ? resultIn(head) : /^\w+\s*:\s*(.+)/.exec(head)?.[1])?.trim();
  // `Any` says nothing, and of a property without its result the hover shows the function.
  if (type === undefined || /\b(?:Unknown|overload)/.test(head) || type === "Any" || type.startsWith("("))
    return undefined;
  return {
    language: "python",
    isFunction,
    types: [type.replace(/^(?:CoroutineType|Coroutine)\[Any, Any, (.*)\]$/, "$1")],
  };
}

/**
 * What is behind the `->` of a function, not of one among its parameters.
 * @param {string} head
 */
function resultIn(head) {
  let depth = 0;
  for (let at = head.indexOf("("); at >= 0 && at < head.length; at++) {
    if (head[at] === "(") depth += 1;
    if (head[at] === ")") depth -= 1;
    if (depth === 0) return /^\s*->\s*(.+)/.exec(head.slice(at + 1))?.[1];
  }
  return undefined;
}

/**
 * @param {string} type
 * @param {HoverType} truth
 * @returns {Verdict}
 */
export function verdictOfType(type, { language, types }) {
  const normal = language === "cpp" ? normalCpp : normalPython;
  const own = normal(type);
  const all = types.map(normal);
  if (all.includes(own)) return "right";
  if (language === "python" && all.some((other) => isPartOf(other, own))) return "narrowed";
  return all.some((other) => (language === "cpp" ? isLikeCpp(own, other) : isLikePython(own, other)))
    ? "compatible"
    : "wrong";
}

/** Aliases of the standard library, with what clangd writes in their place on 64-bit Linux. */
const meantByAlias = new Map([
  ["string", "basic_string<char>"],
  ...[8, 16, 32, 64].flatMap((bits, at) => {
    const type = ["char", "short", "int", "long"][at] ?? "";
    return /** @type {[string, string][]} */ ([
      [`uint${bits}_t`, `unsigned ${type}`],
      [`int${bits}_t`, bits === 8 ? "signed char" : type],
    ]);
  }),
  ["size_t", "unsigned long"],
]);

/**
 * Without names of scopes and aliases of the standard library, and with `const` in front.
 * @param {string} type
 */
function normalCpp(type) {
  return type
    .replace(/\b(?:struct|class|enum|union|typename)\s+/g, "")
    .replace(/\w+(?:<[^<>]*>)?::/g, "")
    .replace(/\b(?:string|u?int\d+_t|size_t)\b/g, (name) => meantByAlias.get(name) ?? name)
    .replace(/^([\w<>, ]+?)\s+const\b/, "const $1")
    .replace(/\bunsigned(?! (?:int|long|char|short))/g, "unsigned int")
    .replace(/\s+/g, "");
}

/**
 * The same but for `const`, or a reference.
 * @param {string} own
 * @param {string} other
 */
function isLikeCpp(own, other) {
  const bare = (/** @type {string} */ type) => type.replace(/const/g, "").replace(/&+$/, "");
  return bare(own) === bare(other);
}

/**
 * With `|` for unions, and without names of modules.
 * @param {string} type
 */
export function normalPython(type) {
  const text = type
    .replace(/Literal\[[rb]?("|').*\1…?\]/gs, "str")
    .replace(/Literal\[-?\d[\d, -]*\]/g, "int")
    .replace(/\bLiteralString\b/g, "str")
    .replace(/Literal\[(?:True|False)(?:, (?:True|False))?\]/g, "bool")
    .replace(/["'\s]/g, "")
    .replace(/\btype\[Self@(\w+).*?\]/g, "type[$1]")
    .replace(/\bSelf@(\w+)(?:\[[^\]]*\])?/g, "$1")
    .replace(/@\w+/g, "")
    .replace(/\b(?:\w+\.)+(?=\w)/g, "")
    .replace(/\b(List|Dict|Set|Tuple|Type|FrozenSet)\b/g, (name) => name.toLowerCase());
  return membersOf(text).join("|");
}

/**
 * The members of a union, sorted, with those in brackets: `Optional[A]` and `Union[A, None]` have the same as `A | None`.
 * @param {string} type
 * @returns {string[]}
 */
function membersOf(type) {
  const members = partsOf(type, "|").flatMap((part) => {
    const [, name, items] = /^([^[\]]*)\[(.*)\]$/.exec(part) ?? [];
    if (name === undefined || items === undefined) return [part];
    const inner = partsOf(items, ",").filter((item) => item !== "");
    if (name === "Optional") return [...membersOf(items), "None"];
    if (name === "Union") return inner.flatMap(membersOf);
    return [`${name}[${inner.map((item) => membersOf(item).join("|")).join(",")}]`];
  });
  return [...new Set(members)].sort();
}

/**
 * What is between separators outside of brackets.
 * @param {string} text
 * @param {string} separator
 */
export function partsOf(text, separator) {
  /** @type {string[]} */
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "[" || character === "(") depth += 1;
    if (character === "]" || character === ")") depth -= 1;
    if (character === separator && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/**
 * True when a union has all members of another one, both normalised.
 * @param {string} part
 * @param {string} whole
 */
function isPartOf(part, whole) {
  const members = new Set(partsOf(whole, "|"));
  return partsOf(part, "|").every((member) => members.has(member));
}

/**
 * The same but for what is in brackets, or a union with what the other one is: it is what a place in a branch has of it.
 * @param {string} own
 * @param {string} other
 */
function isLikePython(own, other) {
  const bare = (/** @type {string} */ type) => new Set(partsOf(type, "|").map((part) => part.replace(/\[.*$/, "")));
  const [mine, theirs] = [bare(own), bare(other)];
  return [...theirs].every((part) => mine.has(part));
}
