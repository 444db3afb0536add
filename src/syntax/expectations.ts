/**
 * The expectations of the parser at an error. Input: an ERROR node; output: the first token that did not fit, and the
 * tokens that would have fitted, by the states of the parser (lookahead iterator).
 */
import type { Language as Grammar, Node } from "web-tree-sitter";
import type { LoadedGrammar } from "./grammars.ts";

/** The token at which the parser could not go on. */
export type Unexpected = {
  /** The first token that does not fit; undefined at the end of the text. */
  readonly token: Node | undefined;
  /** The tokens that would have fitted, when they are few: `"="`, `identifier`. */
  readonly expected: readonly string[];
};

/** Tokens that a message names. Of more than these the parser waits for nothing in particular. */
const maxExpected = 5;

/** Parts of an ERROR node that are gone through to find the token that did not fit. */
const maxSteps = 1_000;

/**
 * Goes through the states of the parser along an ERROR node, from the state in which its first token was read.
 *
 * The parts of the node are what the parser had read when it gave up, then what it passed over, so the first one that
 * has no place in its state is what was not expected. Undefined if the states do not tell: a part may have been read as
 * something else before it was put into the node.
 *
 * @param rest the token after the node; null at the end of the text
 */
export function unexpectedIn(loaded: LoadedGrammar, error: Node, rest: Node | null): Unexpected | undefined {
  const { grammar } = loaded;
  let state = firstToken(error)?.parseState;
  for (const part of partsOf(error, rest)) {
    const valid = state === undefined ? undefined : symbolsIn(grammar, state);
    if (valid === undefined) return undefined;
    if (part === null) return valid.has(0) ? undefined : { token: undefined, expected: expectedOf(loaded, valid) };
    const token = firstToken(part);
    if (token === undefined) return undefined;
    if (!valid.has(token.grammarId)) return { token, expected: expectedOf(loaded, valid) };
    state = grammar.nextState(state ?? 0, part.grammarId);
    if (state === 0) return undefined;
  }
  return undefined;
}

function* partsOf(error: Node, rest: Node | null): Generator<Node | null> {
  const cursor = error.walk();
  try {
    let steps = 0;
    for (let more = cursor.gotoFirstChild(); more; more = cursor.gotoNextSibling()) {
      const node = cursor.currentNode;
      if (!node.isExtra || node.isError) yield node;
      if (++steps === maxSteps) return;
    }
  } finally {
    cursor.delete();
  }
  yield rest;
}

/** The first leaf below a node, or undefined when it is too deep to be looked for. */
function firstToken(node: Node): Node | undefined {
  let token = node;
  for (let steps = 0; steps < maxSteps; steps++) {
    const child = token.firstChild;
    if (child === null) return token;
    token = child;
  }
  return undefined;
}

/** The symbols that may follow in a state: their ids and names. */
function symbolsIn(grammar: Grammar, state: number): ReadonlyMap<number, string> | undefined {
  const iterator = grammar.lookaheadIterator(state);
  if (iterator === null) return undefined;
  try {
    const symbols = new Map<number, string>();
    for (const name of iterator) {
      const id = iterator.currentTypeId;
      if (id !== null) symbols.set(id, name);
    }
    return symbols;
  } finally {
    iterator.delete();
  }
}

/** The tokens among symbols, as messages name them; none when they are too many to be of help. */
function expectedOf(loaded: LoadedGrammar, symbols: ReadonlyMap<number, string>): readonly string[] {
  const { grammar } = loaded;
  const { firstRule, everywhere } = tokenFacts(loaded);
  const names = new Set<string>();
  for (const [id, name] of symbols) {
    if (id === 0 || id >= firstRule || everywhere.has(id) || !grammar.nodeTypeIsVisible(id)) continue;
    names.add(grammar.nodeTypeIsNamed(id) ? name.replaceAll("_", " ") : `"${name}"`);
  }
  return names.size <= maxExpected ? [...names].sort() : [];
}

type TokenFacts = {
  /** The id of the grammar's first rule: ids of tokens are below it. */
  readonly firstRule: number;
  /** Tokens that are valid anywhere, such as comments: nothing waits for them. */
  readonly everywhere: ReadonlySet<number>;
};

const knownFacts = new WeakMap<Grammar, TokenFacts>();

/** States that are looked into for tokens that are valid anywhere. */
const sampledStates = 50;

function tokenFacts({ grammar, parser }: LoadedGrammar): TokenFacts {
  const known = knownFacts.get(grammar);
  if (known !== undefined) return known;
  const tree = parser.parse("");
  const firstRule = tree?.rootNode.grammarId ?? grammar.nodeTypeCount;
  tree?.delete();
  const counts = new Map<number, number>();
  const step = Math.max(1, Math.floor(grammar.stateCount / sampledStates));
  let states = 0;
  for (let state = 1; state < grammar.stateCount; state += step) {
    states++;
    for (const id of symbolsIn(grammar, state)?.keys() ?? []) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const everywhere = new Set([...counts].filter(([, count]) => count > states * mostStates).map(([id]) => id));
  const facts = { firstRule, everywhere };
  knownFacts.set(grammar, facts);
  return facts;
}

/** The share of states in which a token that is allowed anywhere is valid: a few are inside of strings. */
const mostStates = 0.95;
