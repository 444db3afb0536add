/**
 * The values of Python variables of a followed file: from assignments, loops, `with`, `except`, decorators, and later
 * additions such as `append`. Input: a declaration and a run of its function; output: its values.
 */
import { noNode } from "../../../syntax/flat/flat-tree.ts";
import type { Declaration } from "../../code-index.ts";
import { parseExpression } from "../expressions.ts";
import { targetsOf } from "../targets.ts";
import { finals, isAnnotated } from "../value-text.ts";
import { type Addition, additions, isOpen, withAdded } from "./additions.ts";
import { rootOf } from "./call-sites.ts";
import { maxCallers, maxDepth, type Run } from "./run.ts";
import { awaitedItems } from "./standard-calls.ts";
import {
  builtinOf,
  distinctThings,
  type Frame,
  instancesOf,
  nothingGiven,
  objectOf,
  type Thing,
  type Things,
  unknownThings,
  withoutLiteral,
} from "./things.ts";

export class Bindings {
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  valuesOfDeclaration(declaration: Declaration, frame: Frame): Things {
    const known = frame.declared.get(declaration.at);
    if (known !== undefined) return known;
    frame.declared.set(declaration.at, []);
    const values = distinctThings(this.#declared(declaration, frame));
    frame.declared.set(declaration.at, values);
    return values;
  }

  #declared(declaration: Declaration, frame: Frame): Things {
    switch (declaration.kind) {
      case "class":
        return this.#decorated(declaration, [{ kind: "class", class: declaration, items: [] }], frame);
      case "function": {
        const node = this.#run.frames.functionAt(declaration);
        return node === undefined
          ? unknownThings
          : this.#decorated(declaration, [{ kind: "function", node, frame }], frame);
      }
      case "parameter":
        return this.#run.parameters.parameter(declaration, frame);
      case "type_parameter":
        return [{ kind: "variable", name: declaration.name, bound: [] }];
      case "alias":
        return this.#run.annotations.annotated(parseExpression(declaration.type), declaration, frame);
      case "import": {
        const meaning = this.#run.evaluator.names.imported(declaration);
        return meaning === undefined
          ? unknownThings
          : this.#run.annotations.thingsOf(this.#run.evaluator.typesOfMeaning(meaning));
      }
      default: {
        const values = this.assigned(declaration, frame);
        if (this.#hasType(declaration)) return values;
        return this.#withAdditions(declaration, this.#withUpdates(declaration, values, frame), frame);
      }
    }
  }

  /** True for a declaration with an annotation that says its type. */
  #hasType(declaration: Declaration): boolean {
    const isClause = /\bas\s+\(?$/.test(this.#run.open.text.slice(Math.max(declaration.at - 20, 0), declaration.at));
    return isAnnotated(declaration) && !isClause && !finals.test(declaration.type);
  }

  /** The value that a declaration gives its variable, before later changes. */
  assigned(declaration: Declaration, frame: Frame): Things {
    if (defined.has(declaration.kind)) return this.valuesOfDeclaration(declaration, frame);
    if (this.#hasType(declaration))
      return this.#run.annotations.annotated(parseExpression(declaration.type), declaration, frame);
    return this.#bound(this.#run.source.leafAt(declaration.at), frame);
  }

  /** The results of decorators on a function or class. */
  #decorated(declaration: Declaration, values: Things, frame: Frame): Things {
    const source = this.#run.source;
    let definition = source.leafAt(declaration.at);
    while (definition > 0 && !/_definition$/.test(source.kind(definition))) definition = source.parent(definition);
    const around = source.parent(definition);
    if (source.kind(around) !== "decorated_definition") return values;
    let made = values;
    for (const decorator of [...source.namedChildren(around)].slice(0, -1).reverse()) {
      const expression = source.tree.firstNamedChild(decorator);
      if (methodDecorators.test(source.textOf(expression))) continue;
      const results = this.#run.calls.call(this.#run.expressions.valuesOf(expression, frame), {
        ...nothingGiven,
        positional: [made],
      });
      // An unknown decorator is assumed to return its argument.
      if (results.some(({ kind }) => kind !== "unknown")) made = results;
    }
    return made;
  }

  /** The value that the statement around a name assigns to it. */
  #bound(name: number, frame: Frame): Things {
    const source = this.#run.source;
    const target = source.kind(source.parent(name)) === "attribute" ? source.parent(name) : name;
    let inner = target;
    for (let node = source.parent(target); node > 0; inner = node, node = source.parent(node)) {
      const binder = Object.hasOwn(this.#binders, source.kind(node)) ? this.#binders[source.kind(node)] : undefined;
      if (binder !== undefined) return binder(node, target, frame, inner);
      if (/_(?:statement|definition)$|^block$/.test(source.kind(node))) return unknownThings;
    }
    return unknownThings;
  }

  readonly #binders: Readonly<Record<string, (node: number, target: number, frame: Frame, inner: number) => Things>> = {
    assignment: (node, target, frame) => {
      let value = this.#run.source.child(node, "right");
      for (let steps = 0; steps < maxDepth && this.#run.source.kind(value) === "assignment"; steps++)
        value = this.#run.source.child(value, "right");
      return value === noNode
        ? unknownThings
        : this.partFor(this.#run.source.child(node, "left"), target, this.#run.expressions.valuesOf(value, frame));
    },
    augmented_assignment: (node, _, frame) =>
      this.#run.expressions.operation(
        /[^=]+/.exec(this.#run.source.textOf(this.#run.source.operatorOf(node)))?.[0] ?? "",
        this.#run.expressions.valuesOf(this.#run.source.child(node, "left"), frame),
        this.#run.expressions.valuesOf(this.#run.source.child(node, "right"), frame),
      ),
    named_expression: (node, _, frame) => this.#run.expressions.valuesOf(this.#run.source.child(node, "value"), frame),
    for_statement: (node, target, frame) => this.#loopPart(node, target, frame),
    for_in_clause: (node, target, frame) => this.#loopPart(node, target, frame),
    as_pattern: (node, target, frame) => {
      const source = this.#run.source;
      const values = this.#run.expressions.valuesOf(source.tree.firstNamedChild(node), frame);
      const around = source.kind(source.parent(node));
      if (around === "except_clause" || around === "except_group_clause") return this.#caught(values);
      if (around !== "with_item") return unknownThings;
      return this.partFor(
        source.child(node, "alias"),
        target,
        values.flatMap((value) => this.#entered(value)),
      );
    },
  };

  #loopPart(node: number, target: number, frame: Frame): Things {
    const items = this.#run.items.iterated(
      this.#run.expressions.valuesOf(this.#run.source.child(node, "right"), frame),
    );
    return this.partFor(this.#run.source.child(node, "left"), target, items);
  }

  partFor(left: number, target: number, values: Things): Things {
    const all = targetsOf(this.#run.source, left);
    const found = all.find(({ node }) => node === target);
    if (found === undefined) return unknownThings;
    const { path, isRest } = found;
    if (isRest) return [objectOf("list", this.#run.items.iterated(this.#partOf(values, path.slice(0, -1))))];
    const rest = all.find((one) => one.isRest && one.path.length === path.length && one.node < target);
    if (rest === undefined) return this.#partOf(values, path);
    // Of `a, *b, c` the index of c is known if the number of all is.
    const last =
      all
        .filter((one) => one.path.length === path.length)
        .at(-1)
        ?.path.at(-1) ?? 0;
    const fromEnd = (path.at(-1) ?? 0) - last - 1;
    return this.#partOf(values, path.slice(0, -1)).flatMap((thing) =>
      thing.kind === "object" && thing.parts !== undefined
        ? this.#run.items.unpacked(thing, fromEnd)
        : this.#run.items.iterated([thing]),
    );
  }

  #partOf(values: Things, path: readonly number[]): Things {
    return path.reduce<Things>(
      (things, index) => things.flatMap((thing) => this.#run.items.unpacked(thing, index)),
      values,
    );
  }

  /** The values of `except classes as name`. */
  #caught(values: Things): Things {
    return values.flatMap((value) =>
      value.kind === "object" && builtinOf(value) === "tuple" ? instancesOf(value.items.flat()) : instancesOf([value]),
    );
  }

  /** The value of `with value as name`. */
  #entered(value: Thing): Things {
    for (const method of ["__enter__", "__aenter__"]) {
      const found = this.#run.members.member([value], method);
      if (found.length === 0 || found.some(({ kind }) => kind === "unknown")) continue;
      const results = this.#run.calls.call(found, nothingGiven);
      return method === "__enter__" ? results : results.flatMap(awaitedItems);
    }
    return unknownThings;
  }

  /** The results of `name += value` and the like. */
  #withUpdates(declaration: Declaration, values: Things, frame: Frame): Things {
    const source = this.#run.source;
    const isField = declaration.kind === "field";
    const updates = (this.#run.sites.calls().get(`${declaration.name}=`) ?? []).filter((update) => {
      const left = source.child(update, "left");
      return isField === (source.kind(left) === "attribute") && source.tree.start(left) !== declaration.at;
    });
    const results = updates.slice(0, maxCallers).flatMap((update) => {
      const operator = source.textOf(this.#run.source.operatorOf(update)).replace(/=$/, "");
      return this.#run.expressions.operation(
        operator,
        values,
        this.#run.expressions.valuesOf(source.child(update, "right"), this.#run.frames.frameAt(update, frame)),
      );
    });
    return [...values, ...results.map(withoutLiteral)];
  }

  /** The additions of method calls to a list, a set or a dictionary in a variable. */
  #withAdditions(declaration: Declaration, values: Things, frame: Frame): Things {
    if (!values.some(isOpen)) return values;
    return withAdded(values, this.#addedTo(declaration, frame), true);
  }

  /** Calls of `name.append(value)` and the like, and `name[key] = value`, in the file. */
  #addedTo(declaration: Declaration, frame: Frame): readonly Addition[] {
    const source = this.#run.source;
    const { names } = this.#run.evaluator;
    const scopes = names.scopesOf(this.#run.open.file);
    const same = scopes.sameScope(declaration);
    const isField = declaration.kind === "field";
    const isSame = (object: number): boolean => {
      const last = isField ? source.child(object, "attribute") : object;
      if (source.textOf(last) !== declaration.name) return false;
      if (isField) return source.kind(object) === "attribute";
      const found = scopes.lookUp(declaration.name, this.#run.expressions.placeOf(object))?.declarations[0];
      return found !== undefined && same.includes(found);
    };
    const found: Addition[] = [];
    for (const [method, add] of Object.entries(additions)) {
      for (const call of this.#run.sites.calls().get(method) ?? []) {
        const object = source.child(source.child(call, "function"), "object");
        if (!isSame(object) || found.length >= maxCallers) continue;
        const own = this.#run.frames.frameAt(call, frame);
        found.push(add(this.#run.parameters.given(source.child(call, "arguments"), own), this.#run));
      }
    }
    for (const assignment of this.#run.sites.calls().get("[]") ?? []) {
      const left = source.child(assignment, "left");
      const [object = noNode, index = noNode] = source.namedChildren(left);
      const isNested = source.kind(object) === "subscript" && isSame(rootOf(source, object));
      if (isNested) found.push({ keys: [], items: unknownThings });
      if (isNested || !isSame(object) || found.length >= maxCallers) continue;
      const own = this.#run.frames.frameAt(assignment, frame);
      found.push({
        keys: this.#run.expressions.valuesOf(index, own),
        items: this.#run.expressions.valuesOf(source.child(assignment, "right"), own),
      });
    }
    return found;
  }
}

/** Declarations whose value is their own definition. */
const defined: ReadonlySet<string> = new Set(["class", "function", "parameter", "type_parameter", "alias", "import"]);

/** Decorators that say how a method is bound, which its flags have. */
const methodDecorators =
  /^(?:\w+\.)*(?:property|cached_property|staticmethod|classmethod|abstractmethod|overload|setter|getter|deleter|override|final|abstractproperty)$/;
