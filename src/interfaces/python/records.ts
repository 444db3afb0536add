import { noNode } from "../../syntax/flat/flat-tree.ts";
import { childrenIn, type ReadTree } from "../read-tree.ts";
import { codeOf } from "./signature.ts";
import { lastName } from "./values.ts";

/**
 * Decorators that make a constructor of the annotated variables of a class: the decorators of dataclasses (PEP 557) and
 * of attrs, which PEP 681 calls dataclass transforms.
 */
const recordDecorators: ReadonlySet<string> = new Set(["attrs", "dataclass", "define", "frozen", "mutable"]);

/** Classes that make one, or keys (PEP 589), of the annotated variables of the classes below them. */
const recordBases: ReadonlySet<string> = new Set(["BaseModel", "NamedTuple", "Struct", "TypedDict"]);

/** Functions that say how a variable takes part in the constructor. */
const fieldFunctions: ReadonlySet<string> = new Set(["Factory", "field", "Field"]);

/** Their arguments that change its parameters. */
const fieldArguments: ReadonlySet<string> = new Set(["alias", "init", "kw_only"]);
const defaultArguments: ReadonlySet<string> = new Set(["default", "default_factory", "factory"]);

/** The classes of a module whose annotated variables, private ones too, are parameters of the constructor or keys. */
export class Records {
  readonly #names = new Set(recordBases);

  /**
   * Returns true for a class that makes such ones, and remembers its name for the classes that derive from it.
   *
   * @param decorators as they are written: `@dataclass(frozen=True)`
   * @param bases their last names
   */
  add(name: string, decorators: readonly string[], bases: readonly string[]): boolean {
    const isDerived = bases.some((base) => this.#names.has(base));
    if (isDerived) this.#names.add(name);
    return isDerived || decorators.some((decorator) => recordDecorators.has(decoratorName(decorator)));
  }
}

/** Returns the last name of a decorator: `dataclass` of `@dataclasses.dataclass(frozen=True)`. */
export function decoratorName(decorator: string): string {
  return /^@\s*(?:\w+\s*\.\s*)*(\w+)/.exec(decorator)?.[1] ?? "";
}

/**
 * Returns the value of a variable as a stub has it, if a call says more of the variable than that it has a default:
 * `field(init=False)` for `field(default=3, init=False)`; undefined for any other value.
 */
export function fieldValue(file: ReadTree, value: number): string | undefined {
  const { tree, field, textOf } = file;
  if (value === noNode || tree.type(value) !== "call") return undefined;
  const called = field(value, "function");
  const name = lastName(file, called);
  if (name === undefined || !fieldFunctions.has(name)) return undefined;
  const given = [...childrenIn(tree, field(value, "arguments"))].filter(
    (node) => tree.type(node) === "keyword_argument",
  );
  const nameOf = (argument: number) => textOf(field(argument, "name"));
  const kept = given.filter((argument) => fieldArguments.has(nameOf(argument)));
  if (kept.length === 0) return undefined;
  const hasDefault = given.some((argument) => defaultArguments.has(nameOf(argument)));
  const written = kept.map((argument) => codeOf(file, argument));
  return `${textOf(called)}(${[...(hasDefault ? ["default=..."] : []), ...written].join(", ")})`;
}
