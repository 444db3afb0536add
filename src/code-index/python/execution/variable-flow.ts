/**
 * The flow-sensitive value of a Python variable at a place (reaching definitions), for one run of its function. Input:
 * a node, a name and its declarations; output: the values that assignments before it leave, through branches and loops.
 */
import { noNode } from "../../../syntax/flat/flat-tree.ts";
import type { Declaration } from "../../code-index.ts";
import { type Addition, additions, withAdded } from "./additions.ts";
import type { Run } from "./run.ts";
import { distinctThings, type Frame, objectOf, type Things, unknownThings, withoutLiteral } from "./things.ts";

/** Something that changes what a variable has: a declaration, `name += value`, `name.append(value)`, `name[key] = value`, `del name`. */
type Change = { readonly node: number; readonly declaration?: Declaration };

/** The assignments in a file to a variable of a function. */
type Written = {
  readonly changes: readonly Change[];
  /** Declarations in other functions. */
  readonly others: readonly Declaration[];
  /** Additions in other functions. */
  readonly elsewhere: readonly number[];
};

/** The changes of one variable in one run of a function or of the module, in source order. */
type Variable = {
  /** Of the function that is run; 0 for the module. */
  readonly scope: number;
  readonly changes: readonly Change[];
  readonly frame: Frame;
  /** By node, and by its side: what the variable has there; while it is not known yet, nothing. */
  readonly before: Map<number, Things>;
  readonly after: Map<number, Things>;
};

const leaving: ReadonlySet<string> = new Set([
  "return_statement",
  "raise_statement",
  "continue_statement",
  "break_statement",
]);

const loops: ReadonlySet<string> = new Set(["for_statement", "while_statement"]);

/** Statements that are followed for one variable. */
const maxChanges = 60;

/**
 * The values of a variable at a place of the function that assigns to it: its statements are gone through backwards,
 * each branch that the run may take, loops once again from their ends.
 */
export class VariableFlow {
  readonly #run: Run;
  readonly #known = new WeakMap<Frame, Map<Written, Variable>>();
  readonly #writtenByKey = new Map<string, Written | undefined>();

  constructor(run: Run) {
    this.#run = run;
  }

  /**
   * @param all the declarations of the variable
   * @returns undefined if the place is not in a function that assigns to it, or the variable has nothing there
   */
  valuesAt(node: number, name: string, all: readonly Declaration[], from: Frame): Things | undefined {
    const { frames, bindings } = this.#run;
    const scope = frames.functionNode(node);
    const written = this.#written(scope, name, all);
    if (written === undefined) return undefined;
    const variable = this.#variable(written, scope, frames.frameAt(node, from));
    const values = this.#before(variable, node);
    if (values.length === 0) return undefined;
    const given = written.others.flatMap((one) => bindings.valuesOfDeclaration(one, frames.frameOf(one, from)));
    const added = written.elsewhere.flatMap(
      (one) => this.#additionAt(one, frames.openFrame(frames.functionNode(one))) ?? [],
    );
    return distinctThings(withAdded([...values, ...given], added, true));
  }

  /** The assignments to a variable in a function; undefined if this class does not follow it. */
  #written(scope: number, name: string, all: readonly Declaration[]): Written | undefined {
    const key = `${scope} ${name} ${all[0]?.at}`;
    if (this.#writtenByKey.has(key)) return this.#writtenByKey.get(key);
    const written = this.#readWritten(scope, name, all);
    this.#writtenByKey.set(key, written);
    return written;
  }

  #readWritten(scope: number, name: string, all: readonly Declaration[]): Written | undefined {
    const { frames, source } = this.#run;
    const isOwn = (one: Declaration) =>
      one.kind === "parameter" || frames.functionNode(source.leafAt(one.at)) === scope;
    const own = all.filter(isOwn);
    if (own.length === 0 || own.some((one) => this.#isElsewhere(one))) return undefined;
    const changes = this.#changesOf(scope, name, own);
    if (changes.length < 2 || changes.length > maxChanges) return undefined;
    const others = all.filter((one) => !isOwn(one));
    return { changes, others, elsewhere: this.#changesByOthers(scope, name, all) };
  }

  /** Comprehensions and patterns have their own ways. */
  #isElsewhere({ at }: Declaration): boolean {
    const { source } = this.#run;
    let node = source.leafAt(at);
    for (; node > 0 && !/_statement$|_definition$|^block$|^module$/.test(source.kind(node)); node = source.parent(node))
      if (source.kind(node) === "for_in_clause" || source.kind(node) === "case_clause") return true;
    return false;
  }

  /** The places where other functions change the value of a variable, whenever they are called. */
  #changesByOthers(scope: number, name: string, all: readonly Declaration[]): readonly number[] {
    const { frames, source, sites, evaluator, open } = this.#run;
    const scopes = evaluator.names.scopesOf(open.file);
    return sites.changesOf(name).filter((node) => {
      if (frames.functionNode(node) === scope || source.kind(node) === "augmented_assignment") return false;
      const found = scopes.lookUp(name, { file: open.file, offset: source.tree.start(node) })?.declarations[0];
      return found !== undefined && all.includes(found);
    });
  }

  #variable(written: Written, scope: number, frame: Frame): Variable {
    const variables = this.#known.get(frame) ?? new Map<Written, Variable>();
    this.#known.set(frame, variables);
    const variable = variables.get(written) ?? {
      scope,
      frame,
      changes: written.changes,
      before: new Map<number, Things>(),
      after: new Map<number, Things>(),
    };
    variables.set(written, variable);
    return variable;
  }

  #changesOf(scope: number, name: string, own: readonly Declaration[]): readonly Change[] {
    const { frames, sites, source } = this.#run;
    const declared = own.map((declaration): Change => ({ node: source.leafAt(declaration.at), declaration }));
    const taken = new Set(declared.map(({ node }) => node));
    const changed = sites
      .changesOf(name)
      .filter((node) => frames.functionNode(node) === scope && !taken.has(node) && !this.#declares(node, taken))
      .map((node): Change => ({ node }));
    return [...declared, ...changed].sort((one, other) => one.node - other.node);
  }

  /** True for `name += value` that is a declaration itself. */
  #declares(node: number, declared: ReadonlySet<number>): boolean {
    const { source } = this.#run;
    return source.kind(node) === "augmented_assignment" && declared.has(source.child(node, "left"));
  }

  #changesIn({ changes }: Variable, node: number): readonly Change[] {
    const end = this.#run.source.tree.nexts[node] ?? node + 1;
    return changes.filter((change) => change.node >= node && change.node < end);
  }

  #isChanged({ changes }: Variable, node: number): boolean {
    if (node === noNode) return false;
    const end = this.#run.source.tree.nexts[node] ?? node + 1;
    return changes.some((change) => change.node >= node && change.node < end);
  }

  /** The last statement of a block, before a node, that changes the variable. */
  #lastChanged({ changes }: Variable, block: number, before: number): number | undefined {
    const { source } = this.#run;
    const change = changes.findLast(({ node }) => node > block && node < before);
    if (change === undefined) return undefined;
    let statement = change.node;
    while (statement > block && source.parent(statement) !== block) statement = source.parent(statement);
    return statement;
  }

  /** The values of the variable at the start of a node. */
  #before(variable: Variable, node: number): Things {
    return madeOnce(variable.before, node, () => this.#beforeNode(variable, node));
  }

  #beforeNode(variable: Variable, node: number): Things {
    const { source } = this.#run;
    let inner = node;
    for (let outer = source.parent(node); outer >= 0; inner = outer, outer = source.parent(outer)) {
      if (inner === variable.scope && inner !== 0) break;
      const kind = source.kind(outer);
      if (kind === "block" || outer === 0) {
        const last = this.#lastChanged(variable, outer, inner);
        if (last !== undefined) return this.#after(variable, last);
      } else {
        const found = this.#beforePart(variable, outer, inner);
        if (found !== undefined) return found;
      }
      if (outer === variable.scope || outer === 0) break;
    }
    return variable.changes
      .flatMap(({ declaration }) => (declaration?.kind === "parameter" ? [declaration] : []))
      .flatMap((one) => this.#run.bindings.assigned(one, variable.frame));
  }

  /**
   * The values of the variable at the start of a part of a statement; undefined if they are the same as before the
   * statement.
   */
  #beforePart(variable: Variable, statement: number, part: number): Things | undefined {
    const { source } = this.#run;
    switch (source.kind(statement)) {
      case "for_statement": {
        if (!source.isField(part, "body")) return undefined;
        if (this.#isChanged(variable, source.child(statement, "left")))
          return this.#assignedIn(variable, source.child(statement, "left"));
        return this.#isChanged(variable, part) ? this.#again(variable, statement, part) : undefined;
      }
      case "while_statement": {
        if (!this.#isChanged(variable, part) && !this.#isChanged(variable, source.child(statement, "condition")))
          return undefined;
        const condition = source.child(statement, "condition");
        if (part !== condition && this.#isChanged(variable, condition)) return this.#assignedIn(variable, condition);
        return source.isField(part, "body") ? this.#again(variable, statement, part) : undefined;
      }
      case "try_statement":
        return this.#beforeClause(variable, statement, part);
      case "if_statement":
      case "elif_clause":
      case "with_statement":
      case "except_clause":
        return this.#assignedBefore(variable, statement, part);
      case "assignment":
      case "augmented_assignment":
      case "function_definition":
      case "class_definition":
        return undefined;
      default:
        // `(name := value, name)`
        return this.#assignedBefore(variable, statement, part);
    }
  }

  /** The values at the start of a loop's body: in later runs, the values that the run before has left. */
  #again(variable: Variable, loop: number, body: number): Things {
    return [...this.#before(variable, loop), ...this.#leftBy(variable, body)];
  }

  /** Of a handler: what any statement of the block may have left. */
  #beforeClause(variable: Variable, statement: number, part: number): Things | undefined {
    const { source } = this.#run;
    const body = source.child(statement, "body");
    if (part === body) return undefined;
    const kind = source.kind(part);
    if (kind === "else_clause") return this.#isChanged(variable, body) ? this.#leftBy(variable, body) : undefined;
    const before = [...source.namedChildren(statement)].filter(
      (one) => one < part && (one === body || kind === "finally_clause"),
    );
    if (!before.some((one) => this.#isChanged(variable, one))) return undefined;
    return [...this.#before(variable, statement), ...before.flatMap((one) => this.#assignedIn(variable, one))];
  }

  /** The assignments in earlier parts of a statement, such as its condition or the items of a `with`. */
  #assignedBefore(variable: Variable, statement: number, part: number): Things | undefined {
    const { source } = this.#run;
    const blocks = /^(?:block|elif_clause|else_clause)$/;
    const found = [...source.namedChildren(statement)].findLast(
      (one) => one < part && !blocks.test(source.kind(one)) && this.#isChanged(variable, one),
    );
    return found === undefined ? undefined : this.#assignedIn(variable, found);
  }

  /** The values after all changes in a node. */
  #assignedIn(variable: Variable, node: number): Things {
    return this.#changesIn(variable, node).flatMap((change) => this.#changed(variable, change, change.node));
  }

  /** The values of the variable after a node that changes it. */
  #after(variable: Variable, node: number): Things {
    return madeOnce(variable.after, node, () => this.#afterNode(variable, node));
  }

  #afterNode(variable: Variable, node: number): Things {
    const { source } = this.#run;
    switch (source.kind(node)) {
      case "if_statement":
        return this.#afterIf(variable, node);
      case "for_statement":
      case "while_statement": {
        const body = source.child(node, "body");
        const target =
          source.kind(node) === "for_statement" ? source.child(node, "left") : source.child(node, "condition");
        const otherwise = [...source.namedChildren(node)].find((one) => source.kind(one) === "else_clause") ?? noNode;
        const inLoop = this.#isChanged(variable, body)
          ? this.#leftBy(variable, body)
          : this.#isChanged(variable, target)
            ? this.#assignedIn(variable, target)
            : [];
        const afterAll = this.#isChanged(variable, otherwise) ? this.#assignedIn(variable, otherwise) : [];
        return [...this.#before(variable, node), ...inLoop, ...afterAll];
      }
      case "try_statement":
        return this.#afterTry(variable, node);
      case "with_statement": {
        const body = source.child(node, "body");
        return this.#isChanged(variable, body) ? this.#leftBy(variable, body) : this.#assignedIn(variable, node);
      }
      case "match_statement":
      case "class_definition":
        if (
          this.#changesIn(variable, node).some(
            ({ declaration }) => source.parent(declarationNode(source, declaration)) === node,
          )
        )
          return this.#assignedIn(variable, node);
        return [...this.#before(variable, node), ...this.#assignedIn(variable, node)];
      default: {
        const last = this.#changesIn(variable, node).at(-1);
        return last === undefined ? this.#before(variable, node) : this.#changed(variable, last, node);
      }
    }
  }

  #afterIf(variable: Variable, node: number): Things {
    const { source, branches } = this.#run;
    const clauses = [...source.namedChildren(node)].filter((one) => /^(?:elif|else)_clause$/.test(source.kind(one)));
    const found: Things[] = [];
    for (const clause of [node, ...clauses]) {
      const isLast = source.kind(clause) === "else_clause";
      const truth = isLast ? true : branches.truthOf(source.child(clause, "condition"), variable.frame);
      const block = source.child(clause, isLast ? "body" : "consequence");
      if (truth !== false) found.push(this.#leftBy(variable, block));
      if (truth === true) return found.flat();
    }
    return [...found.flat(), ...this.#withoutBranch(variable, node)];
  }

  /** The values after an `if` whose blocks do not run. */
  #withoutBranch(variable: Variable, node: number): Things {
    const condition = this.#run.source.child(node, "condition");
    return this.#isChanged(variable, condition) ? this.#assignedIn(variable, condition) : this.#before(variable, node);
  }

  #afterTry(variable: Variable, node: number): Things {
    const { source } = this.#run;
    const body = source.child(node, "body");
    const clauses = [...source.namedChildren(node)].filter((one) => one !== body);
    const blockOf = (one: number) =>
      [...source.namedChildren(one)].findLast((inner) => source.kind(inner) === "block") ?? noNode;
    const last = clauses.find((one) => source.kind(one) === "finally_clause");
    if (last !== undefined && this.#isChanged(variable, last)) return this.#leftBy(variable, blockOf(last));
    const otherwise = clauses.find((one) => source.kind(one) === "else_clause");
    const handlers = clauses.filter((one) => /^except/.test(source.kind(one)));
    return [
      ...this.#leftBy(variable, otherwise === undefined ? body : blockOf(otherwise)),
      ...handlers.flatMap((one) => this.#leftBy(variable, blockOf(one))),
    ];
  }

  /** The values of the variable after a block; nothing if the block leaves the statements around it. */
  #leftBy(variable: Variable, block: number): Things {
    const { source } = this.#run;
    if (block === noNode) return [];
    const last = source.tree.lastNamedChild(block);
    if (leaving.has(source.kind(last))) return [];
    const changed = this.#lastChanged(variable, block, source.tree.nexts[block] ?? source.tree.size);
    if (changed !== undefined) return this.#after(variable, changed);
    return last === noNode ? this.#before(variable, block) : this.#before(variable, last);
  }

  /** The values of the variable after a change in a statement. */
  #changed(variable: Variable, { node, declaration }: Change, statement: number): Things {
    const { source, bindings, expressions } = this.#run;
    const { frame } = variable;
    if (declaration !== undefined && source.kind(source.parent(node)) !== "augmented_assignment")
      return bindings.assigned(declaration, frame);
    const update = declaration === undefined ? node : source.parent(node);
    if (source.kind(update) === "delete_statement") return unknownThings;
    const values = this.#before(variable, statement);
    const isInLoop = this.#isInLoop(variable, node);
    if (source.kind(update) === "augmented_assignment") {
      const operator = source.textOf(source.operatorOf(update)).replace(/=$/, "");
      const results = expressions.operation(
        operator,
        values,
        expressions.valuesOf(source.child(update, "right"), frame),
      );
      return isInLoop ? results.map(withoutLiteral) : results;
    }
    const added = this.#additionAt(update, frame);
    return added === undefined ? values : withAdded(values, [added], isInLoop);
  }

  #additionAt(node: number, frame: Frame): Addition | undefined {
    const { source, expressions, parameters } = this.#run;
    if (source.kind(node) === "delete_statement") return undefined;
    if (source.kind(node) === "call") {
      const method = source.textOf(source.child(source.child(node, "function"), "attribute"));
      const add = Object.hasOwn(additions, method) ? additions[method] : undefined;
      return add?.(parameters.given(source.child(node, "arguments"), frame), this.#run);
    }
    const left = source.child(node, "left");
    const [object = noNode, index = noNode] = source.namedChildren(left);
    if (source.kind(object) === "subscript") return { keys: [], items: unknownThings };
    if (source.kind(index) === "slice")
      return { keys: [], items: this.#run.items.iterated(expressions.valuesOf(source.child(node, "right"), frame)) };
    const keys = expressions.valuesOf(index, frame);
    return {
      keys: keys.length > 0 ? keys : [objectOf("object")],
      items: expressions.valuesOf(source.child(node, "right"), frame),
    };
  }

  #isInLoop({ scope }: Variable, node: number): boolean {
    const { source } = this.#run;
    for (let outer = source.parent(node); outer > scope; outer = source.parent(outer))
      if (loops.has(source.kind(outer))) return true;
    return false;
  }
}

function declarationNode(source: Run["source"], declaration: Declaration | undefined): number {
  return declaration === undefined ? noNode : source.leafAt(declaration.at);
}

/** The values at a node, which are found once. While they are looked for, as within a loop, there are none. */
function madeOnce(known: Map<number, Things>, node: number, make: () => Things): Things {
  const made = known.get(node);
  if (made !== undefined) return made;
  known.set(node, []);
  const values = distinctThings(make());
  known.set(node, values);
  return values;
}
