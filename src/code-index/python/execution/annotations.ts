/**
 * The values of annotations, and of types of other files, in an execution. Input: an expression of an annotation, or
 * types; output: values of these types.
 */
import { wordSet } from "../../../base/word-list.ts";
import type { Declaration } from "../../code-index.ts";
import { type Expression, parseExpression } from "../expressions.ts";
import type { Place } from "../scopes.ts";
import { lastName, type Type, type Types } from "../types.ts";
import { maxNesting, type Run } from "./run.ts";
import { isStandardClass, standardName } from "./standard-classes.ts";
import {
  builtinOf,
  classesOf,
  distinctThings,
  type Frame,
  instancesOf,
  noneThing,
  objectOf,
  type Things,
  unknownThings,
} from "./things.ts";

export class Annotations {
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  /** The values for an annotation at a declaration. */
  annotated(expression: Expression, at: Declaration, frame: Frame): Things {
    return distinctThings(this.meantBy(expression, { file: at.file, offset: at.start }, frame, 0));
  }

  meantBy(expression: Expression, place: Place, frame: Frame, depth: number): Things {
    if (depth > maxNesting) return unknownThings;
    const inner = (part: Expression) => this.meantBy(part, place, frame, depth + 1);
    switch (expression.kind) {
      case "string":
        return inner(parseExpression(expression.value.trim()));
      case "literal":
        return expression.type === "NoneType" ? [noneThing] : unknownThings;
      case "name": {
        const meaning = this.#run.evaluator.names.at(expression.name, place);
        const [alias] = meaning?.kind === "declarations" ? meaning.declarations : [];
        if (meaning === undefined) return unknownThings;
        if (alias?.kind === "variable" && alias.type.startsWith("=") && alias.file === this.#run.open.file) {
          const text = alias.type.slice(1);
          const values = this.#run.bindings.valuesOfDeclaration(alias, this.#run.frames.frameOf(alias, frame));
          if (values.some(({ kind }) => kind === "variable" || kind === "class")) return instancesOf(values);
          return this.meantBy(parseExpression(text), { file: alias.file, offset: alias.start }, frame, depth + 1);
        }
        if (alias?.kind === "type_parameter") return [{ kind: "variable", name: alias.name, bound: [] }];
        if (alias !== undefined && alias.file === this.#run.open.file && alias.kind === "class")
          return [{ kind: "object", class: alias, items: [] }];
        return this.#instances(this.thingsOf(this.#run.evaluator.typesOfMeaning(meaning)));
      }
      case "attribute":
        return this.#instances(this.thingsOf(this.#run.evaluator.typesOf(expression, place)));
      case "operation":
        return expression.operator === "|" ? [...inner(expression.left), ...inner(expression.right)] : unknownThings;
      case "subscript":
        return this.#subscripted(expression, place, frame, depth);
      default:
        return unknownThings;
    }
  }

  #instances(things: Things): Things {
    return things.flatMap((thing): Things => {
      const name = thing.kind === "class" && typeof thing.class === "string" ? lastName(thing.class) : "";
      if (name === "None") return [noneThing];
      if (name === "Self") return [{ kind: "variable", name: "Self", bound: [] }];
      if (name === "Callable") return [{ kind: "callable", result: unknownThings }];
      return name === "Any" || name === "object" ? unknownThings : instancesOf([thing]);
    });
  }

  #subscripted(
    { object, index }: Extract<Expression, { kind: "subscript" }>,
    place: Place,
    frame: Frame,
    depth: number,
  ): Things {
    const items = index.kind === "tuple" ? index.items : [index];
    const inner = (part: Expression) => this.meantBy(part, place, frame, depth + 1);
    const written = object.kind === "name" || object.kind === "attribute" ? object.name : "";
    const [of] = this.#run.evaluator.typesOf(object, place);
    const head = of?.kind === "external" ? lastName(of.name) : written;
    const [first] = items;
    switch (head) {
      case "Union":
        return items.flatMap(inner);
      case "Optional":
        return [...items.flatMap(inner), noneThing];
      case "Annotated":
      case "ClassVar":
      case "Final":
      case "Required":
      case "NotRequired":
      case "InitVar":
        return first === undefined ? unknownThings : inner(first);
      case "Type":
      case "type":
        return classesOf(items.flatMap(inner));
      case "Callable": {
        const result = items.length < 2 ? unknownThings : inner(items.at(-1) ?? index);
        return [{ kind: "callable", result, ...(first?.kind === "list" && { parameters: first.items.map(inner) }) }];
      }
      case "Literal":
        return items.flatMap((item) => {
          if (item.kind === "string") return [{ ...objectOf("str"), literal: item.value }];
          return item.kind === "number" ? [objectOf("int")] : unknownThings;
        });
      case "Generator":
      case "AsyncGenerator":
        return [objectOf(head, ...items.map(inner))];
      case "Coroutine":
        return [objectOf(head, inner(items.at(-1) ?? index))];
    }
    return inner(object).flatMap((thing): Things => {
      if (thing.kind !== "object") return unknownThings;
      const isOpen =
        builtinOf(thing) !== "" && standardName(builtinOf(thing)) === "tuple" && items[1]?.kind === "literal";
      const held = items.filter(({ kind }) => kind !== "literal" || !isOpen).map(inner);
      const isTuple = standardName(builtinOf(thing)) === "tuple";
      if (!isTuple) return [{ ...thing, items: held }];
      return [{ ...thing, items: held, ...(!isOpen && { parts: new Map(held.map((item, at) => [at, item])) }) }];
    });
  }

  thingsOf(types: Types): Things {
    return types.length === 0 ? unknownThings : types.flatMap((type) => this.thingOf(type));
  }

  thingOf(type: Type): Things {
    const held = (items: readonly Types[]) => items.map((item) => this.thingsOf(item));
    switch (type.kind) {
      case "instance":
        return [{ kind: "object", class: type.class, items: held(type.items) }];
      case "class":
        return type.class.file === this.#run.open.file && type.items.length === 0
          ? this.#run.bindings.valuesOfDeclaration(type.class, this.#run.frames.frameAround(type.class))
          : [{ kind: "class", class: type.class, items: held(type.items) }];
      case "function": {
        const isOwn = type.function.file === this.#run.open.file && type.receiver === undefined;
        return isOwn
          ? this.#run.bindings.valuesOfDeclaration(type.function, this.#run.frames.frameAround(type.function))
          : [{ kind: "elsewhere", type }];
      }
      case "callable":
        return [{ kind: "callable", result: this.thingsOf(type.result) }];
      case "variable":
        return [{ kind: "variable", name: type.name, bound: this.thingsOf(type.bound) }];
      case "external":
        return this.outside(type.name, type.isValue, held(type.items));
      default:
        return [{ kind: "elsewhere", type }];
    }
  }

  outside(name: string, isValue: boolean, items: readonly Things[]): Things {
    const last = lastName(name);
    // `datetime` without a module before it is one.
    const isModule = !name.includes(".") && !/^[A-Z]/.test(name);
    const isClass = !isModule && (isStandardClass(last) || /^[A-Z]\w*[a-z]/.test(last) || classNames.has(last));
    if (name === "builtins.None") return [noneThing];
    if (isValue) return isClass ? [{ kind: "object", class: name, items }] : unknownThings;
    if (isClass && !callables.has(last)) return [{ kind: "class", class: name, items }];
    return [{ kind: "outside", name }];
  }
}

/** Names from outside that are classes. */
const classNames = wordSet(`
  int str float bool bytes complex list dict set tuple frozenset object type None range slice bytearray memoryview super
  OSError IOError Any date datetime time timedelta
`);
/** Names that look like classes and are called for something else. */
const callables = wordSet("TypeVar ParamSpec NewType NamedTuple TypedDict super ref");
