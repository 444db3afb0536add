/**
 * The overloaded operators of C++ that a file calls by their signs, such as `a << b` (operator overloading). Input: an
 * open file, and names of operators; output: the called functions of the code base, each with its place.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { Declaration } from "../code-index.ts";
import type { Construction, OpenFile, OperatorOptions, Resolution } from "../resolution.ts";
import type { Containers } from "./containers.ts";
import { parseExpression } from "./expression.ts";
import type { Lookup } from "./lookup.ts";
import { type Context, noBindings, type Type } from "./model.ts";
import { NodeReader } from "./node-reader.ts";
import { type OperatorSite, operatorSitesIn } from "./operator-sites.ts";
import { isFree, isFunction, overloadsOf, takes } from "./overloads.ts";

export type OperatorCallsOptions = {
  readonly lookup: Pick<Lookup, "scopes" | "types" | "visibility" | "places" | "meant" | "named">;
  readonly containers: Containers;
  /** Begins with the evaluation of the next sign of a file. */
  readonly start: (open: OpenFile) => void;
  readonly resolve: (open: OpenFile, offset: number) => Resolution;
};

/** An operand: its text, or the text of the start of a chain of operators, and its type. */
type Operand = { readonly text: string; readonly type: Type | undefined };

type Chosen = Pick<Construction, "declarations" | "confidence">;

/** Characters of an operand that is looked at. */
const maxOperand = 400;

/** The kinds of declarations of an object that may be called. */
const objectKinds: ReadonlySet<string> = new Set(["variable", "parameter", "field"]);

/** Signs that give back their left operand, as streams do. */
const chained: ReadonlySet<string> = new Set(["operator<<", "operator>>"]);

/**
 * Finds the operators of a code base that a file calls by their signs: operators of the class of the first operand, or
 * of a namespace, whose parameters are written with the types of the operands. Operands without a known type call
 * nothing.
 */
export class OperatorCalls {
  readonly #options: OperatorCallsOptions;
  readonly #declared = new Map<string, boolean>();

  constructor(options: OperatorCallsOptions) {
    this.#options = options;
  }

  /** The calls in a range of a file, in source order. */
  in(open: OpenFile, { names, start = 0, end = open.text.length }: OperatorOptions): readonly Construction[] {
    const nodes = new NodeReader(open.tree, open.text);
    const isWanted = ({ name }: OperatorSite) => names === undefined || names.has(name);
    const sites: OperatorSite[] = [];
    let wantedEnd = 0;
    for (const site of operatorSitesIn(nodes, start, end)) {
      if (!this.#isDeclared(site.name)) continue;
      // An operator inside of a wanted one may be its operand.
      if (isWanted(site)) wantedEnd = Math.max(wantedEnd, open.tree.end(site.node));
      if (open.tree.start(site.node) < wantedEnd) sites.push(site);
    }
    const found: Construction[] = [];
    // An operand comes before what it is an operand of.
    const reader = new SiteReader(this.#options, open, nodes);
    for (const site of sites.reverse()) {
      const call = reader.read(site);
      if (call !== undefined && isWanted(site))
        found.push({ offset: site.start, length: site.end - site.start, ...call });
    }
    return found.sort((a, b) => a.offset - b.offset);
  }

  #isDeclared(name: string): boolean {
    return getOrInsert(this.#declared, name, () => this.#options.lookup.named(name).some(isFunction));
  }
}

/** Reads the sites of a file, from the last to the first. */
class SiteReader {
  readonly #options: OperatorCallsOptions;
  readonly #open: OpenFile;
  readonly #nodes: NodeReader;
  /** Expression with an operator → what it results in. */
  readonly #results = new Map<number, Operand>();
  /** The names of the objects that the file declares, locals among them. */
  #objects: ReadonlySet<string> | undefined;

  constructor(options: OperatorCallsOptions, open: OpenFile, nodes: NodeReader) {
    this.#options = options;
    this.#open = open;
    this.#nodes = nodes;
  }

  /** The operator that is called at a place; undefined for one of the language, or where that is not known. */
  read(site: OperatorSite): Chosen | undefined {
    const { lookup, start, resolve } = this.#options;
    const { called, operands, name, node, further } = site;
    if (called !== noNode) {
      if (!this.#mayBeObject(this.#nodes.textOf(called))) return undefined;
      const [target] = resolve(this.#open, this.#nodes.tree.start(called)).targets;
      if (target === undefined || !objectKinds.has(target.kind)) return undefined;
    }
    start(this.#open);
    const context = { place: lookup.places.at(this.#open.file, site.start), bindings: noBindings };
    if (operands.length === 0) return this.#ofLiteral(name, further, context);
    const read = operands.map((operand) => this.#operandAt(operand, context));
    const [first] = read;
    const chosen = this.#chosen(site, read, context);
    const result = first && this.#resultOf(name, chosen, first);
    if (result !== undefined) this.#results.set(node, result);
    return chosen;
  }

  /** True for a name that an object has somewhere: most of what is called is a function. */
  #mayBeObject(name: string): boolean {
    this.#objects ??= new Set(
      this.#open.file.declarations.flatMap((one) => (objectKinds.has(one.kind) ? one.name : [])),
    );
    return this.#objects.has(name) || this.#options.lookup.named(name).some(({ kind }) => objectKinds.has(kind));
  }

  /** The result of an operator that is an operand itself: its first operand, or another object. */
  #resultOf(name: string, chosen: Chosen | undefined, first: Operand): Operand | undefined {
    // The operators of the library give back the stream that they are called for.
    if (chosen === undefined) return chained.has(name) && first.type?.kind === "external" ? first : undefined;
    const [one] = chosen.declarations;
    const type = one && this.#options.lookup.types.ofDeclaration(one, noBindings);
    if (one === undefined || type === undefined || chosen.confidence === "name") return undefined;
    if (/&\s*$/.test(one.type) && isSame(type, first.type)) return first;
    const written = one.type.replace(/\bconst\b|&/g, "").trim();
    return isObject(type) && /^[\w:]+$/.test(written) ? { text: `${written}{}`, type } : undefined;
  }

  #operandAt(node: number, context: Context): Operand {
    const { tree } = this.#nodes;
    let inner = node;
    while (tree.type(inner) === "parenthesized_expression" && tree.firstNamedChild(inner) !== noNode)
      inner = tree.firstNamedChild(inner);
    const known = this.#results.get(inner);
    if (known !== undefined) return known;
    const isLong = tree.end(node) - tree.start(node) > maxOperand;
    const text = isLong ? "" : this.#nodes.textOf(node);
    const isOperator = /^(?:binary|assignment|conditional|comma)_expression$|^lambda_expression$/.test(tree.type(node));
    const expression = isOperator ? undefined : parseExpression(text);
    return { text, type: expression && this.#options.lookup.types.ofExpression(expression, context) };
  }

  #ofLiteral(name: string, parameters: number, context: Context): Chosen | undefined {
    const found = this.#options.lookup.scopes.unqualified(name, context, isFunction);
    const all = found?.external === undefined ? (found?.declarations ?? []) : [];
    const takers = all.filter((one) => takes(one, parameters));
    // A literal operator may take any literal as its text, or as the arguments of a template.
    const chosen = takers.length > 0 && overloadsOf(all).isOneSymbol ? all : takers.length > 0 ? takers : all;
    if (chosen.length === 0) return undefined;
    return { declarations: chosen, confidence: overloadsOf(chosen).isOneSymbol ? "likely" : "name" };
  }

  #chosen({ name, further }: OperatorSite, operands: readonly Operand[], context: Context): Chosen | undefined {
    const [first, ...others] = operands;
    if (first === undefined || !operands.some(({ type }) => isObject(type))) return undefined;
    const { meant } = this.#options.lookup;
    const dummies = Array.from({ length: further }, () => "0");
    const args = [...others.map(({ text }) => text), ...dummies];
    const members = this.#membersOf(first, name, args, context);
    const free = this.#freeFor(operands, name, args.length + 1, context);
    const fit =
      free.length === 0 ? [] : meant(free, { argumentTexts: [first.text, ...args], context, mayMeanOther: true });
    const isFit = fit.length > 0 && overloadsOf(fit).isOneSymbol;
    if (members.length === 0) return isFit ? { declarations: fit, confidence: "likely" } : undefined;
    const isOne = overloadsOf(members).isOneSymbol;
    if (isOne && free.length === 0) return { declarations: members, confidence: "likely" };
    const isMemberFit =
      isOne &&
      meant(members, { argumentTexts: args, context, receiver: objectOf(first), mayMeanOther: true }).length > 0;
    if (isMemberFit !== isFit) return { declarations: isFit ? fit : members, confidence: "likely" };
    return { declarations: [...members, ...free], confidence: "name" };
  }

  /** The operators of the class of an object that take some arguments: one, or all that may be meant. */
  #membersOf({ text, type }: Operand, name: string, args: readonly string[], context: Context): readonly Declaration[] {
    if (!isObject(type)) return [];
    const { scopes, meant } = this.#options.lookup;
    const found = scopes.memberOfClass(type, name, isFunction);
    if (found === undefined || found.external !== undefined) return [];
    const takers = found.declarations.filter((one) => takes(one, args.length));
    if (overloadsOf(takers).isOneSymbol) return takers;
    const fit = meant(takers, { argumentTexts: args, context, receiver: objectOf({ text }), bindings: found.bindings });
    return fit.length > 0 ? fit : takers;
  }

  /**
   * The operators outside of classes to search for with some operands: also operators of the namespaces around these
   * classes.
   */
  #freeFor(operands: readonly Operand[], name: string, count: number, context: Context): readonly Declaration[] {
    const { containers, lookup } = this.#options;
    const found = new Set(lookup.scopes.unqualified(name, context, isFree)?.declarations ?? []);
    for (const { type } of operands) {
      if (!isObject(type)) continue;
      for (const one of containers.members(containers.namespaceOf(type.declaration), name)) found.add(one);
    }
    const { file } = this.#open;
    return [...found].filter((one) => takes(one, count) && lookup.visibility.sees(file, one.file));
  }
}

/** The object that an operator is called for. */
function objectOf({ text }: Pick<Operand, "text">): { readonly text: string; readonly arrow: boolean } {
  return { text, arrow: false };
}

/** True for types of one class, and for external types. */
function isSame(one: Type, other: Type | undefined): boolean {
  if (one.kind === "class") return other?.kind === "class" && one.declaration === other.declaration;
  return one.kind === "external" && other?.kind === "external";
}

type ObjectType = Extract<Type, { kind: "class" }>;

/** True for an object of a class or an enumeration of the code base. */
function isObject(type: Type | undefined): type is ObjectType {
  return type?.kind === "class" && type.pointers === 0;
}
