// @ts-check
/** References of a symbol from the definitions of all occurrences of its name: textDocument/references without an index. */
import { keyOf, placeOf } from "../places.mjs";

/** @typedef {import("../places.mjs").Place} Place */
/** @typedef {Place & { name: string, kind: string }} Name */

/**
 * What a server says about an identifier. `targets` are its definitions and declarations, relative to the root inside
 * of it. `isDeclared`: it is itself at one of them, `isDefinition`: at its definition. `isInactive`: it is in a disabled
 * branch. `dropped` is how many targets do not count.
 * @typedef {object} Facts
 * @property {Place[]} targets
 * @property {boolean} isDeclared
 * @property {boolean} isDefinition
 * @property {boolean} isInactive
 * @property {number} dropped
 */
/** @typedef {Name & Facts} Answer */
/** @typedef {import("../navigation/constructor-lines.mjs").Call} Call */

/**
 * The occurrences of the name of a symbol. `definitions` declare or define it, `references` are the others that are the
 * symbol's; `unknown` are those that may be the symbol's. `group` says for what it was chosen: see navigation-truth.mjs. A
 * constructor has none of these but the lines with its `calls`, and `unsure`, the files that were not read for them.
 * @typedef {{ symbol: Name, definitions: Place[], references: Place[], unknown: Place[], group?: string, calls?: Call[], unsure?: string[] }} References
 */

/**
 * The occurrences whose definition or declaration is the symbol's. Those of the constructors of a class are references
 * of the class. Unknown are occurrences without an answer, constructors and destructors where they are declared, and
 * what leads to a forward declaration whose file does not see the definition: it may be of any class of that name. So are
 * what leads to the definition of a class, where the symbol is a forward declaration that no file sees with it.
 * @param {Name} symbol
 * @param {readonly Answer[]} occurrences of its name, by file and place
 * @returns {References}
 */
export function collectReferences(symbol, occurrences) {
  const declared = occurrences.filter(({ isDeclared }) => isDeclared);
  const own = placesOf(symbol, declared);
  const isOwnDefinition = (/** @type {Answer} */ answer) =>
    answer.isDefinition && keysOf(answer).some((key) => own.has(key));
  const isAnnounced = symbol.kind === "class" && !declared.some(isOwnDefinition);
  const maySame = (/** @type {Answer} */ answer) =>
    isForward(symbol, answer, own) ||
    (isAnnounced && (answer.kind === "constructor" || (answer.kind === "class" && answer.isDefinition)));
  const forward = new Set(declared.filter(maySame).flatMap(keysOf));
  /** @type {References} */
  const found = { symbol, definitions: [], references: [], unknown: [] };
  for (const answer of occurrences) {
    const isOwn = keysOf(answer).some((key) => own.has(key));
    const isConstructor = symbol.kind === "class" && answer.kind === "constructor" && answer.isDeclared;
    if (isOwn && !isConstructor) found[answer.isDeclared ? "definitions" : "references"].push(placeOf(answer));
    else if (
      isOwn ||
      answer.isInactive ||
      answer.targets.length === 0 ||
      keysOf(answer).some((key) => forward.has(key))
    )
      found.unknown.push(placeOf(answer));
  }
  return found;
}

/**
 * Where a symbol is declared and defined, and the constructors and the destructor of a class.
 * @param {Name} symbol
 * @param {readonly Answer[]} declared the declarations and definitions of its name
 * @returns {Set<string>} keys of places
 */
function placesOf(symbol, declared) {
  const places = new Set([keyOf(symbol)]);
  const isOwn = (/** @type {Answer} */ answer) => keysOf(answer).some((key) => places.has(key));
  const isMember = (/** @type {Answer} */ answer) => {
    const owner = symbol.kind === "class" && answer.kind === "constructor" ? classBefore(answer, declared) : undefined;
    return owner !== undefined && isOwn(owner);
  };
  for (let size = 0; size < places.size; ) {
    size = places.size;
    for (const answer of declared) {
      if (isOwn(answer) || isMember(answer)) for (const key of keysOf(answer)) places.add(key);
    }
  }
  return places;
}

/**
 * The class whose definition begins before a constructor: the one that it is declared in.
 * @param {Answer} constructor
 * @param {readonly Answer[]} declared
 */
function classBefore({ file, line, column }, declared) {
  return declared.findLast(
    (answer) =>
      answer.kind === "class" &&
      answer.isDefinition &&
      answer.file === file &&
      (answer.line < line || (answer.line === line && answer.column < column)),
  );
}

/**
 * @param {Name} symbol
 * @param {Answer} answer
 * @param {Set<string>} own
 */
function isForward(symbol, answer, own) {
  if (symbol.kind !== "class" || answer.kind !== "class" || answer.isDefinition) return false;
  return !keysOf(answer).some((key) => own.has(key));
}

/** @param {Answer} answer */
function keysOf(answer) {
  return [answer, ...answer.targets].map(keyOf);
}
