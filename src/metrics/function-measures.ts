/**
 * The complexity of functions: McCabe's (cyclomatic), cognitive, nesting, parameters. Input: the flat tree of a file,
 * and the rules of its language; output: the measures of each function, in source order.
 */
import { parameterListOf } from "../syntax/declarators.ts";
import { type FlatTree, nodeFlags, noNode } from "../syntax/flat/flat-tree.ts";
import type { Language } from "../syntax/languages.ts";
import type { MetricRules } from "../syntax/metric-rules.ts";
import type { FlatText } from "../syntax/parse.ts";
import { type NodeRoles, nodeRolesOf, role } from "./node-roles.ts";

/** The measures of one function. */
export type FunctionMeasure = {
  /** Offsets in the text of the file: of the function, and of its body. */
  readonly start: number;
  readonly bodyStart: number;
  readonly end: number;
  /** McCabe's complexity: 1, and 1 for each decision. */
  complexity: number;
  /** Cognitive complexity. */
  cognitive: number;
  /** Levels of structures inside of each other. */
  nesting: number;
  readonly parameters: number;
  /** The text of the first one; "" for none. */
  readonly firstParameter: string;
  /** True when a part of it does not parse, so that only the rest is measured. */
  hasErrors: boolean;
  /** True when it is inside of another function. */
  readonly isInner: boolean;
};

/** An open function: its measure, and what is needed to count it in the one around it as well. */
type Frame = {
  readonly measure: FunctionMeasure;
  /** The node after it. */
  readonly next: number;
  /** The level of its own code. */
  readonly base: number;
  /** The constructs that cognitive complexity counts with levels. */
  structures: number;
};

export type MeasuringOptions = {
  readonly language: Pick<Language, "declarators">;
  readonly rules: MetricRules;
  /** Offsets of decisions in macros that the tree does not show, ascending. */
  readonly hiddenDecisions: readonly number[];
};

/**
 * Measures the functions of a file, in source order.
 *
 * McCabe's complexity is what tools count that are at hand for the language: of C++ what pmccabe calls traditional,
 * with each `case`, `?`, `&&` and `||` (`src/metrics` and docs/users/metrics.md have the differences), of Python what the
 * package mccabe counts. Cognitive complexity follows G. Ann Campbell, "Cognitive Complexity: A new way of measuring
 * understandability", SonarSource, version 1.7 (2023), except recursion, which one file does not tell.
 *
 * It passes over the tree once, whatever its depth.
 */
export function measuredFunctions(flat: FlatText, options: MeasuringOptions): readonly FunctionMeasure[] {
  return new MeasuringWalk(flat, options).measures();
}

class MeasuringWalk {
  readonly #flat: FlatText;
  readonly #tree: FlatTree;
  readonly #language: Pick<Language, "declarators">;
  readonly #rules: MetricRules;
  readonly #roles: NodeRoles;
  readonly #measures: FunctionMeasure[] = [];
  readonly #frames: Frame[] = [];
  /** Nodes at which the level changes back, innermost last, and by how much. */
  readonly #levelEnds: { readonly next: number; readonly change: number }[] = [];
  #level = 0;
  /** Operators that join conditions → the outermost expression of the run that they are in. */
  readonly #operators = new Map<number, number>();
  /** Expressions that join conditions → the outermost one of the run. */
  readonly #runs = new Map<number, number>();
  /** Outermost expression of a run → its last operator. */
  readonly #lastOperator = new Map<number, string>();
  /** See #otherStatements. */
  readonly #others = new Map<number, number>();

  readonly #hiddenDecisions: readonly number[];
  /** The number of #hiddenDecisions that were passed. */
  #passed = 0;

  constructor(flat: FlatText, { language, rules, hiddenDecisions }: MeasuringOptions) {
    this.#flat = flat;
    this.#tree = flat.tree;
    this.#language = language;
    this.#rules = rules;
    this.#hiddenDecisions = hiddenDecisions;
    this.#roles = nodeRolesOf(flat.tree.grammar, rules);
  }

  measures(): readonly FunctionMeasure[] {
    const tree = this.#tree;
    for (let node = 0; node < tree.size; node++) {
      if (this.#passed < this.#hiddenDecisions.length) this.#countHidden(this.#flat.offsetOf(tree.start(node)));
      this.#leave(node);
      const bits = this.#roles.of(tree, node);
      const frame = this.#frames.at(-1);
      if (frame !== undefined && tree.isFault(node)) frame.measure.hasErrors = true;
      if (frame !== undefined && this.#isLeftOut(node, bits)) {
        node = (tree.nexts[node] ?? node + 1) - 1;
        continue;
      }
      if ((bits & role.function) !== 0) this.#enter(node);
      else if (frame !== undefined) this.#count(node, bits, frame);
    }
    this.#countHidden(Number.POSITIVE_INFINITY);
    this.#leave(tree.size);
    return this.#measures;
  }

  /** Counts the hidden decisions before an offset in the innermost function around each. */
  #countHidden(offset: number): void {
    for (; (this.#hiddenDecisions[this.#passed] ?? offset) < offset; this.#passed++) {
      const at = this.#hiddenDecisions[this.#passed] ?? 0;
      const inside = this.#frames.findLast(({ measure }) => at >= measure.bodyStart && at < measure.end);
      if (inside !== undefined) inside.measure.complexity++;
    }
  }

  /** Ends the levels and functions that end before a node. */
  #leave(node: number): void {
    for (let end = this.#levelEnds.at(-1); end !== undefined && end.next <= node; end = this.#levelEnds.at(-1)) {
      this.#level -= end.change;
      this.#levelEnds.pop();
    }
    for (let frame = this.#frames.at(-1); frame !== undefined && frame.next <= node; frame = this.#frames.at(-1)) {
      this.#frames.pop();
      const outer = this.#frames.at(-1);
      if (outer !== undefined && this.#rules.inner_functions === "counted") addInner(outer, frame);
    }
  }

  #changeLevel(node: number, change: number): void {
    this.#level += change;
    this.#levelEnds.push({ next: this.#tree.nexts[node] ?? node + 1, change });
  }

  #isLeftOut(node: number, bits: number): boolean {
    const field = this.#tree.fields[node] ?? 0;
    const parent = this.#tree.parents[node] ?? noNode;
    const { alternativeField, bodyField, leftOutFields } = this.#roles;
    const parentBits = parent === noNode ? 0 : this.#roles.of(this.#tree, parent);
    if ((parentBits & role.never) !== 0 && this.#isNever(parent)) return field !== alternativeField;
    if ((bits & role.leftOut) !== 0) return true;
    if (field === 0) return false;
    // Of a function its body counts, and what has no field, such as initializers: not its types and default arguments.
    if ((parentBits & role.function) !== 0) return field !== bodyField;
    return leftOutFields.size > 0 && leftOutFields.get(this.#tree.kinds[parent] ?? 0) === field;
  }

  /** Begins a function, where it has a body. */
  #enter(node: number): void {
    const tree = this.#tree;
    const body = tree.childByField(node, this.#roles.bodyField);
    if (body === noNode) return;
    const outer = this.#frames.at(-1);
    if (outer !== undefined && !this.#isReturned(node)) this.#changeLevel(node, 1);
    const measure: FunctionMeasure = {
      start: this.#flat.offsetOf(tree.start(node)),
      bodyStart: this.#flat.offsetOf(tree.start(body)),
      end: this.#flat.endOf(tree.end(node)),
      complexity: 1,
      cognitive: 0,
      nesting: 0,
      ...this.#parametersOf(node),
      hasErrors: false,
      isInner: outer !== undefined,
    };
    this.#measures.push(measure);
    this.#frames.push({ measure, next: tree.nexts[node] ?? node + 1, base: this.#level, structures: 0 });
  }

  #count(node: number, bits: number, frame: Frame): void {
    const tree = this.#tree;
    const field = tree.fields[node] ?? 0;
    const parent = tree.parents[node] ?? noNode;
    if (field !== 0 && this.#roles.isOuterField[field] === 1 && this.#isLevel(parent)) this.#changeLevel(node, -1);
    if (this.#operators.size > 0 && field === this.#roles.operatorField) this.#countOperator(node, frame);
    if (bits === 0) return;
    const { measure } = frame;
    if ((bits & role.decision) !== 0 && !this.#isDefault(node)) measure.complexity++;
    if ((bits & role.conditions) !== 0) this.#findOperator(node, measure);
    if ((bits & role.structure) !== 0 && !this.#continues(node, bits)) {
      const level = this.#level - frame.base;
      measure.cognitive += 1 + level;
      measure.nesting = Math.max(measure.nesting, level + 1);
      frame.structures++;
      this.#changeLevel(node, 1);
    }
    if ((bits & role.hybrid) !== 0) {
      measure.cognitive++;
      if ((this.#roles.of(tree, parent) & role.structure) === 0) this.#changeLevel(node, 1);
    }
    if ((bits & role.jump) !== 0) measure.cognitive++;
    if ((bits & role.closure) !== 0) this.#changeLevel(node, 1);
  }

  /** True for a structure that is a level. */
  #isLevel(node: number): boolean {
    const bits = node === noNode ? 0 : this.#roles.of(this.#tree, node);
    return (bits & role.structure) !== 0 && !this.#continues(node, bits);
  }

  /** True for `#if 0`. */
  #isNever(node: number): boolean {
    const { never, conditionField } = this.#roles;
    const condition = this.#tree.childByField(node, conditionField);
    return never.get(this.#tree.kinds[node] ?? 0)?.has(this.#textOf(condition)) === true;
  }

  #continues(node: number, bits: number): boolean {
    if ((bits & role.continues) === 0) return false;
    const { kinds, parents } = this.#tree;
    return this.#roles.continued.get(kinds[node] ?? 0)?.has(kinds[parents[node] ?? 0] ?? 0) === true;
  }

  /** True for an alternative that takes all that is left. */
  #isDefault(node: number): boolean {
    const { defaults, guardField } = this.#roles;
    const text = defaults.size === 0 ? undefined : defaults.get(this.#tree.kinds[node] ?? 0);
    if (text === undefined || this.#tree.childByField(node, guardField) !== noNode) return false;
    return this.#textOf(this.#tree.firstNamedChild(node)) === text;
  }

  /** Notes the operator of an expression that joins conditions: it is counted in its turn, after those on its left. */
  #findOperator(node: number, measure: FunctionMeasure): void {
    const operator = this.#tree.childByField(node, this.#roles.operatorField);
    if (operator === noNode) return;
    if (this.#roles.conditions.get(this.#tree.kinds[node] ?? 0)?.has(this.#textOf(operator)) !== true) return;
    if (this.#rules.conditions_decide) measure.complexity++;
    const run = this.#runs.get(this.#tree.parents[node] ?? noNode) ?? node;
    this.#runs.set(node, run);
    this.#operators.set(operator, run);
  }

  /** Each run of equal operators adds one to cognitive complexity. */
  #countOperator(operator: number, { measure }: Frame): void {
    const run = this.#operators.get(operator);
    if (run === undefined) return;
    const text = this.#textOf(operator);
    if (this.#lastOperator.get(run) !== text) measure.cognitive++;
    this.#lastOperator.set(run, text);
  }

  #textOf(node: number): string {
    return node === noNode ? "" : this.#flat.text.slice(this.#tree.start(node), this.#tree.end(node));
  }

  /** True for the inner function of one that does nothing but return it: a decorator. */
  #isReturned(node: number): boolean {
    const { returns, definitionField, of } = this.#roles;
    if (returns.size === 0) return false;
    const { fields, parents } = this.#tree;
    const isDecorated = definitionField !== 0 && fields[node] === definitionField;
    const block = parents[isDecorated ? (parents[node] ?? noNode) : node] ?? noNode;
    const outer = parents[block] ?? noNode;
    if (outer === noNode || (of(this.#tree, outer) & role.function) === 0) return false;
    // It is one of the others itself.
    return this.#otherStatements(block) === 1;
  }

  /** Statements of a block that do not return a name; found out once. */
  #otherStatements(block: number): number {
    const tree = this.#tree;
    let others = this.#others.get(block);
    if (others !== undefined) return others;
    others = 0;
    for (let child = tree.firstChild(block); child !== noNode; child = tree.nextSibling(child)) {
      if (!tree.isNamed(child) || ((tree.flags[child] ?? 0) & nodeFlags.extra) !== 0) continue;
      const value = tree.firstNamedChild(child);
      const name = this.#roles.returns.get(tree.kinds[child] ?? 0);
      if (name === undefined || value === noNode || tree.kinds[value] !== name) others++;
    }
    this.#others.set(block, others);
    return others;
  }

  #parametersOf(node: number): Pick<FunctionMeasure, "parameters" | "firstParameter"> {
    const tree = this.#tree;
    const list = parameterListOf(this.#language, tree, node);
    if (list === noNode) return { parameters: 0, firstParameter: "" };
    let parameters = 0;
    let firstParameter = "";
    for (let child = tree.firstChild(list); child !== noNode; child = tree.nextSibling(child)) {
      if (!tree.isNamed(child) || ((tree.flags[child] ?? 0) & nodeFlags.extra) !== 0) continue;
      if (this.#roles.noParameters.has(tree.kinds[child] ?? 0)) continue;
      const text = this.#textOf(child);
      if (this.#rules.no_parameter_texts.includes(text)) continue;
      if (parameters === 0) firstParameter = text;
      parameters++;
    }
    return { parameters, firstParameter };
  }
}

/** Counts a function in the one around it, where its levels are deeper. */
function addInner(outer: Frame, inner: Frame): void {
  const deeper = inner.base - outer.base;
  outer.measure.complexity += inner.measure.complexity;
  outer.measure.cognitive += inner.measure.cognitive + inner.structures * deeper;
  outer.measure.nesting = Math.max(
    outer.measure.nesting,
    inner.measure.nesting === 0 ? 0 : inner.measure.nesting + deeper,
  );
  outer.measure.hasErrors ||= inner.measure.hasErrors;
  outer.structures += inner.structures;
}
