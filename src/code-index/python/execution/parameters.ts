/**
 * The values of Python parameters in an execution: arguments of the call, of other calls in the file, defaults,
 * `*args`. Input: a parameter and a run, or a call; output: values by parameter.
 */
import { DeclarationFlag } from "../../../facts/declaration-facts.ts";
import { noNode } from "../../../syntax/flat/flat-tree.ts";
import type { Declaration } from "../../code-index.ts";
import { takesClass } from "../calls.ts";
import { parseExpression } from "../expressions.ts";
import { parametersOf } from "../functions.ts";
import { isAnnotated } from "../value-text.ts";
import { maxCallers, type Run } from "./run.ts";
import {
  distinctThings,
  type Frame,
  type FunctionThing,
  type Given,
  objectOf,
  type Thing,
  type Things,
  unknownThings,
} from "./things.ts";

export class Parameters {
  readonly #run: Run;
  readonly #askedCallers = new Set<number>();

  constructor(run: Run) {
    this.#run = run;
  }

  parameter(declaration: Declaration, frame: Frame): Things {
    const { name, parent, type } = declaration;
    const method = parent?.kind === "function" ? parent : undefined;
    const owner = method?.parent?.kind === "class" ? method.parent : undefined;
    const isFirst =
      method !== undefined &&
      this.#run.evaluator.names.scopesOf(this.#run.open.file).parameters(method)[0] === declaration;
    const given = frame.given?.get(name);
    if (given !== undefined && isFirst && owner !== undefined) return given;
    if (isAnnotated(declaration) && !/^(?:tuple|dict)\[(?:str, )?object/.test(type)) {
      const annotated = this.#run.annotations.annotated(parseExpression(type), declaration, frame);
      // A type variable has the value of the call.
      return given !== undefined && annotated.some(({ kind }) => kind === "variable") ? given : annotated;
    }
    const documented = this.#run.docstrings.typesOf(declaration, frame);
    if (given !== undefined)
      return given.some(({ kind }) => kind === "unknown") && documented.length > 0 ? documented : given;
    if (isFirst && owner !== undefined && (method.flags & DeclarationFlag.static) === 0) {
      const kind = takesClass(method) ? "class" : "object";
      return [{ kind, class: owner, items: [] }];
    }
    if (documented.length > 0) return documented;
    const value = this.defaultOf(declaration, frame);
    if (frame.given !== undefined) return value ?? unknownThings;
    const passed = this.#passed(declaration, frame);
    const all = [...(value ?? []), ...passed];
    return all.length > 0 ? all : unknownThings;
  }

  defaultOf(declaration: Declaration, frame: Frame): Things | undefined {
    const source = this.#run.source;
    const statement = source.parent(source.leafAt(declaration.at));
    const value = /default_parameter$/.test(source.kind(statement)) ? source.child(statement, "value") : noNode;
    return value === noNode ? undefined : this.#run.expressions.valuesOf(value, frame.outer ?? frame);
  }

  /** The arguments for a parameter in the calls of the file. */
  #passed(declaration: Declaration, frame: Frame): Things {
    const source = this.#run.source;
    const { node } = frame;
    const parent = declaration.parent;
    if (parent?.kind !== "function" || this.#askedCallers.has(node)) return [];
    const isInit = parent.name === "__init__" || parent.name === "__new__";
    const name = isInit ? (parent.parent?.name ?? "") : parent.name;
    this.#askedCallers.add(node);
    try {
      const found: Thing[] = [];
      for (const call of (this.#run.sites.calls().get(name) ?? []).slice(0, maxCallers)) {
        const own = this.#run.frames.openFrame(this.#run.frames.functionNode(call));
        for (const callee of this.#run.expressions.valuesOf(source.child(call, "function"), own)) {
          const target = isInit ? this.#initOf(callee, parent.name) : callee;
          if (target?.kind !== "function" || target.node !== node) continue;
          const bound = this.bind(target, this.given(source.child(call, "arguments"), own));
          found.push(...(bound.get(declaration.name) ?? []));
        }
      }
      return distinctThings(found);
    } finally {
      this.#askedCallers.delete(node);
    }
  }

  #initOf(callee: Thing, name: string): Thing | undefined {
    if (callee.kind !== "class") return undefined;
    return this.#run.members.member([{ ...callee, kind: "object" }], name)[0];
  }

  /** The arguments of a call for the parameters of a function. */
  bind(called: FunctionThing, given: Given): Map<string, Things> {
    const source = this.#run.source;
    const list = source.child(called.node, "parameters");
    const parameters = parametersOf(source, list);
    const positional = called.receiver === undefined ? given.positional : [[called.receiver], ...given.positional];
    const bound = new Map<string, Things>();
    const named = new Map(given.named);
    let index = 0;
    let isNamedOnly = false;
    for (const { name, role, statement } of parameters) {
      const text = source.textOf(name);
      if (role === "rest") {
        const kind = source.kind(statement);
        const isOfNames = kind === "dictionary_splat_pattern" || source.textOf(statement).startsWith("**");
        if (isOfNames) bound.set(text, [dictOf(named)]);
        else {
          const rest = positional.slice(index);
          const items = rest.length > 0 ? rest : [];
          bound.set(text, [{ ...objectOf("tuple", ...items), parts: new Map(items.map((item, at) => [at, item])) }]);
          index = positional.length;
          isNamedOnly = true;
        }
        continue;
      }
      const value = (isNamedOnly ? undefined : positional[index]) ?? named.get(text);
      if (value !== undefined) bound.set(text, value);
      if (!isNamedOnly) index += 1;
      named.delete(text);
    }
    return bound;
  }

  given(list: number, frame: Frame): Given {
    const source = this.#run.source;
    const positional: Things[] = [];
    const named = new Map<string, Things>();
    const items = source.kind(list) === "generator_expression" ? [list] : source.namedChildren(list);
    for (const item of items) {
      const inner = () => this.#run.expressions.valuesOf(source.tree.firstNamedChild(item), frame);
      switch (source.kind(item)) {
        case "keyword_argument":
          named.set(
            source.textOf(source.child(item, "name")),
            this.#run.expressions.valuesOf(source.child(item, "value"), frame),
          );
          break;
        case "list_splat":
          positional.push(...this.#spread(inner()));
          break;
        case "dictionary_splat":
          for (const value of inner()) {
            if (value.kind !== "object") continue;
            for (const [key, part] of value.parts ?? []) named.set(String(key), part);
          }
          break;
        default:
          positional.push(this.#run.expressions.valuesOf(item, frame));
      }
    }
    return { positional, named };
  }

  /** The arguments of `*values`: where there are several values, each argument may have that of any. */
  #spread(values: Things): readonly Things[] {
    const all: Things[] = [];
    for (const value of values) {
      if (value.kind !== "object") continue;
      const parts = value.parts === undefined ? [this.#run.items.iterated([value])] : [...value.parts.values()];
      for (const [at, part] of parts.entries()) all[at] = distinctThings([...(all[at] ?? []), ...part]);
    }
    return all;
  }
}

function dictOf(named: ReadonlyMap<string, Things>): Thing {
  const keys = [...named.keys()].map((name) => ({ ...objectOf("str"), literal: name }));
  return { ...objectOf("dict", keys, distinctThings([...named.values()].flat())), parts: new Map(named) };
}
