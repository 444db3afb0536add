/**
 * The values that names and attributes of one Python file hold, for the flow of values. Input: the node of a name, or a
 * value and the name of an attribute; output: its values by scopes and classes.
 */
import { getOrInsert } from "../../../base/get-or-insert.ts";
import type { Declaration } from "../../code-index.ts";
import type { OpenFile } from "../../resolution.ts";
import type { Evaluator } from "../evaluator.ts";
import type { Meaning } from "../names.ts";
import type { PythonTree } from "../python-tree.ts";
import { isTyped, type Place, type Scopes } from "../scopes.ts";
import type { Type } from "../types.ts";
import type { Heap } from "./heap.ts";
import { reachingDeclarations } from "./reaching-declarations.ts";
import { classOf, type Value, type Values, valuesOf } from "./values.ts";

/** The possible meanings of a name at its place: declarations of the file, or else types. */
type Meant = { readonly declarations: readonly Declaration[]; readonly otherwise: Values };

/** The whole number that a name of another file stands for, where it has this one value. */
function constantOf(meaning: Meaning): Values | undefined {
  const [variable, ...others] = meaning.kind === "declarations" ? meaning.declarations : [];
  if (variable?.kind !== "variable" || others.length > 0 || !/^=\d{1,9}$/.test(variable.type)) return undefined;
  return [{ kind: "key", text: variable.type.slice(1) }];
}

/**
 * True for a parameter whose type is that of its default, which is one of the values that calls give to it. Not for the
 * first one of a method, which is its object: `def test(self=None)`.
 */
function hasDefault(declaration: Declaration, scopes: Scopes): boolean {
  const { kind, type, parent } = declaration;
  if (kind !== "parameter" || !type.startsWith("=")) return false;
  return parent?.parent?.kind !== "class" || scopes.parameters(parent)[0] !== declaration;
}

function passedFor(declaration: Declaration): Values {
  return declaration.kind === "parameter" ? [{ kind: "parameter", declaration }] : [];
}

export class HeldNames {
  readonly #open: OpenFile;
  readonly #source: PythonTree;
  readonly #evaluator: Evaluator;
  readonly #heap: Heap;
  /** By the node of a name: this does not change. */
  readonly #meanings = new Map<number, Meant>();

  /** True if a parameter also holds what other files pass for it. */
  readonly #withParameters: boolean;

  constructor(open: OpenFile, source: PythonTree, evaluator: Evaluator, heap: Heap, withParameters: boolean) {
    this.#withParameters = withParameters;
    this.#open = open;
    this.#source = source;
    this.#evaluator = evaluator;
    this.#heap = heap;
  }

  /** The contents of a name at its place. */
  valuesAt(node: number): Values {
    const meant = this.#meaningAt(node);
    const found = meant.declarations.flatMap((declaration) => [
      ...this.#declared(declaration),
      ...(this.#heap.variables.get(declaration)?.all ?? []),
    ]);
    const held = found.length > 0 ? found : meant.otherwise;
    return this.#withParameters ? [...held, ...meant.declarations.flatMap(passedFor)] : held;
  }

  #meaningAt(node: number): Meant {
    return getOrInsert(this.#meanings, node, () => this.#meantBy(node));
  }

  #meantBy(node: number): Meant {
    const { names } = this.#evaluator;
    const meaning = names.at(this.#source.textOf(node), this.placeOf(node));
    if (meaning === undefined) return { declarations: [], otherwise: [] };
    const [first] = meaning.kind === "declarations" ? meaning.declarations : [];
    if (first?.file !== this.#open.file)
      return { declarations: [], otherwise: constantOf(meaning) ?? valuesOf(this.#evaluator.typesOfMeaning(meaning)) };
    const scopes = names.scopesOf(first.file);
    return {
      declarations: reachingDeclarations(this.#source, node, scopes, scopes.sameScope(first)),
      otherwise: hasDefault(first, scopes) ? [] : valuesOf(this.#evaluator.typesOfDeclaration(first)),
    };
  }

  /** The value of a definition by itself, without assignments to its name. */
  #declared(declaration: Declaration): Values {
    const { kind, at } = declaration;
    if (kind !== "function" && kind !== "class") {
      const isSelf = kind === "parameter" && declaration.type === "" && declaration.parent?.parent?.kind === "class";
      const isTold =
        (isTyped(declaration) && !hasDefault(declaration, this.#evaluator.names.scopesOf(declaration.file))) || isSelf;
      return isTold ? valuesOf(this.#evaluator.typesOfDeclaration(declaration)) : [];
    }
    const decorated = this.#heap.decorated.get(at)?.all ?? [];
    return decorated.length > 0 ? decorated : valuesOf(this.#evaluator.typesOfDeclaration(declaration));
  }

  /** The declaration that an assignment to a name is, or changes: `a += b`. */
  declarationAt(node: number): Declaration | undefined {
    const own = this.#evaluator.names.scopesOf(this.#open.file).at(this.#source.tree.start(node));
    if (own !== undefined) return own;
    const meaning = this.#evaluator.names.at(this.#source.textOf(node), this.placeOf(node));
    const [first] = meaning?.kind === "declarations" ? meaning.declarations : [];
    return first?.file === this.#open.file ? first : undefined;
  }

  /** The parameter of a function that a name is in it, where nothing else is assigned to the name. */
  parameterAt(node: number, holder: number): Declaration | undefined {
    const { tree } = this.#source;
    const [parameter, ...others] = this.#meaningAt(node).declarations;
    const isOwn =
      parameter?.kind === "parameter" && tree.start(holder) <= parameter.at && parameter.at < tree.end(holder);
    return isOwn && others.length === 0 ? parameter : undefined;
  }

  placeOf(node: number): Place {
    return { file: this.#open.file, offset: this.#source.tree.start(node) };
  }

  /** The contents of an attribute of a value. */
  memberOf(object: Value, name: string): Values {
    if (object.kind !== "typed") return [];
    const { type } = object;
    const owner = type.kind === "super" ? undefined : classOf(object);
    if (owner !== undefined) {
      const assigned = this.#evaluator.classes.order(owner).flatMap((ancestor): Values => {
        if (ancestor.kind !== "class") return [];
        return [...this.#heap.attribute(ancestor.class, name), ...this.#fieldOf(ancestor.class, name)];
      });
      if (assigned.length > 0) return assigned;
    }
    return this.#decoratedMembers(valuesOf(this.#evaluator.memberTypes([type], name)), type);
  }

  /** The value that the body of a class of this file assigns to a name. */
  #fieldOf(owner: Declaration, name: string): Values {
    if (owner.file !== this.#open.file) return [];
    const members = this.#evaluator.names.scopesOf(owner.file).members(owner, name);
    return members.flatMap((member) => this.#heap.variables.get(member)?.all ?? []);
  }

  /** Methods, as their decorators make them. */
  #decoratedMembers(members: Values, receiver: Type): Values {
    return members.flatMap((member): Values => {
      if (member.kind !== "typed" || member.type.kind !== "function") return [member];
      const { file, at } = member.type.function;
      const decorated = file === this.#open.file ? (this.#heap.decorated.get(at)?.all ?? []) : [];
      if (decorated.length === 0) return [member];
      return decorated.map((value) =>
        value.kind === "typed" && value.type.kind === "function"
          ? { kind: "typed", type: { ...value.type, receiver } }
          : value,
      );
    });
  }
}
