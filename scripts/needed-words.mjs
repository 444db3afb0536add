// @ts-check
/**
 * The words without which a text has no node of a kind, from the grammar.json of a grammar's package: `return` for
 * return_statement. What is optional, a repetition that may be empty, a pattern or an external token needs none; of
 * choices, and of rules that are aliased to one kind, only what all of them need counts.
 */

/**
 * @typedef {{ type: string, name?: string, value?: unknown, named?: boolean, content?: Rule, members?: Rule[] }} Rule
 * @typedef {{ rules: Record<string, Rule> }} Grammar
 * @typedef {ReadonlySet<string>} Words
 */

/** A word, as prose has them too: what is made of signs stands in most texts. */
const word = /^[A-Za-z_]{2,}$/;

/** @type {Words} */
const none = new Set();

/**
 * @param {Grammar} grammar
 * @returns {ReadonlyMap<string, readonly string[]>} kind of a named node → its words, sorted; without kinds that need none
 */
export function neededWords({ rules }) {
  const ofRules = wordsOfRules(rules);
  /** @type {Map<string, Words>} */
  const ofKinds = new Map();
  const add = (/** @type {string} */ kind, /** @type {Words} */ words) => {
    const known = ofKinds.get(kind);
    ofKinds.set(kind, known === undefined ? words : shared([known, words]));
  };
  for (const [name, rule] of Object.entries(rules)) {
    if (!name.startsWith("_")) add(name, ofRules.get(name) ?? none);
    for (const { value, content } of aliasesIn(rule)) add(String(value), content ? wordsOf(content, ofRules) : none);
  }
  const found = [...ofKinds].flatMap(([kind, words]) => (words.size === 0 ? [] : [[kind, [...words].sort()]]));
  return new Map(/** @type {[string, string[]][]} */ (found));
}

/**
 * The words of all rules: at first each has all words there are, and loses those that it turns out not to need.
 *
 * @param {Record<string, Rule>} rules
 */
function wordsOfRules(rules) {
  const all = new Set(Object.values(rules).flatMap((rule) => [...stringsIn(rule)]));
  /** @type {Map<string, Words>} */
  const known = new Map(Object.keys(rules).map((name) => [name, all]));
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (const [name, rule] of Object.entries(rules)) {
      const words = wordsOf(rule, known);
      if (words.size !== known.get(name)?.size) hasChanged = true;
      known.set(name, words);
    }
  }
  return known;
}

/**
 * @param {Rule} rule
 * @param {ReadonlyMap<string, Words>} known by the name of a rule; none for an external token
 * @returns {Words}
 */
function wordsOf({ type, name, value, content, members = [] }, known) {
  switch (type) {
    case "STRING":
      return word.test(String(value)) ? new Set([String(value)]) : none;
    case "SYMBOL":
      return known.get(name ?? "") ?? none;
    case "SEQ":
      return new Set(members.flatMap((member) => [...wordsOf(member, known)]));
    case "CHOICE":
      return shared(members.map((member) => wordsOf(member, known)));
    case "BLANK":
    case "PATTERN":
    case "REPEAT":
      return none;
    default:
      return content === undefined ? none : wordsOf(content, known);
  }
}

/** @param {Words[]} sets */
function shared([first = none, ...others]) {
  return new Set([...first].filter((one) => others.every((other) => other.has(one))));
}

/**
 * @param {Rule} rule
 * @returns {Iterable<string>}
 */
function* stringsIn(rule) {
  for (const { type, value } of partsOf(rule)) if (type === "STRING" && word.test(String(value))) yield String(value);
}

/**
 * @param {Rule} rule
 * @returns {Iterable<Rule>}
 */
function* aliasesIn(rule) {
  for (const part of partsOf(rule)) if (part.type === "ALIAS" && part.named === true) yield part;
}

/**
 * @param {Rule} rule
 * @returns {Iterable<Rule>}
 */
function* partsOf(rule) {
  yield rule;
  for (const part of [...(rule.members ?? []), ...(rule.content ? [rule.content] : [])]) yield* partsOf(part);
}
