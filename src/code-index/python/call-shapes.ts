/**
 * The ways in which functions of Python may be called. Input: an open file, and the declaration of a function; output: its parameters,
 * unless a decorator may change them.
 */
import { wordSet } from "../../base/word-list.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { CallShape } from "../call-shapes.ts";
import type { Declaration } from "../code-index.ts";
import type { OpenFile } from "../resolution.ts";
import { isClass, isImplicit } from "../symbol-kind.ts";
import { statementOf } from "./functions.ts";
import { PythonTree } from "./python-tree.ts";

/** Decorators that leave the parameters as they are, by their last names. */
const plainDecorators = wordSet(`
  staticmethod classmethod abstractmethod abstractclassmethod abstractstaticmethod override final overload lru_cache
  cache contextmanager asynccontextmanager deprecated no_type_check dataclass total_ordering runtime_checkable
`);

/** Bases and metaclasses whose classes are not called as others are: a call of an enumeration finds one of its members. */
const callingBases = /\b\w*(?:Enum|Flag)\b|\bmetaclass\s*=\s*(?!(?:abc\.)?ABCMeta\b|type\b)/;

type Parameter = CallShape["parameters"][number];

/** The shape of a function that a name at an offset declares; undefined if it is not known how it is called. */
export function callShapesAt(
  { tree, text }: OpenFile,
  { kind, name, at, flags, parent }: Declaration,
): readonly CallShape[] | undefined {
  if (kind !== "function" || (isImplicit(name) && name !== "__init__") || (flags & DeclarationFlag.property) !== 0)
    return undefined;
  const source = new PythonTree(tree, text);
  const definition = source.parent(source.leafAt(at));
  if (source.kind(definition) !== "function_definition" || !areDecoratorsPlain(source, definition)) return undefined;
  const shape = shapeOf(source, source.child(definition, "parameters"));
  if (shape === undefined || parent === undefined || !isClass(parent)) return shape && [shape];
  if (name === "__init__" && !isClassPlain(source, source.parent(source.leafAt(parent.at)))) return undefined;
  if ((flags & DeclarationFlag.static) !== 0) return [shape];
  const receiver = (flags & DeclarationFlag.classmethod) !== 0 ? "class" : "object";
  const [first, ...parameters] = shape.parameters;
  if (first === undefined) return shape.takesMore ? [{ ...shape, receiver }] : undefined;
  return [{ ...shape, parameters, receiver }];
}

/** True for a function or class without decorators that may replace it. */
function areDecoratorsPlain(source: PythonTree, definition: number): boolean {
  const statement = statementOf(source, definition);
  if (statement === definition) return true;
  return [...source.namedChildren(statement)]
    .filter((child) => source.kind(child) === "decorator")
    .every((child) => {
      const [, name = ""] = /^@\s*(?:\w+\s*\.\s*)*(\w+)\s*(?:\(|$)/.exec(source.textOf(child).trimEnd()) ?? [];
      return plainDecorators.has(name);
    });
}

function isClassPlain(source: PythonTree, definition: number): boolean {
  if (source.kind(definition) !== "class_definition" || !areDecoratorsPlain(source, definition)) return false;
  const bases = source.child(definition, "superclasses");
  return bases === noNode || !callingBases.test(source.textOf(bases));
}

function shapeOf(source: PythonTree, list: number): CallShape | undefined {
  let parameters: Parameter[] = [];
  let [takesMore, takesNames, isNamed] = [false, false, false];
  for (const child of source.namedChildren(list)) {
    const kind = source.kind(child);
    const inner = kind === "typed_parameter" ? source.tree.firstNamedChild(child) : child;
    const name = kind.includes("default") ? source.child(child, "name") : inner;
    switch (kind === "typed_parameter" ? source.kind(inner) : kind) {
      case "comment":
        break;
      case "positional_separator":
        parameters = parameters.map((parameter) => ({ ...parameter, name: "" }));
        break;
      case "keyword_separator":
        isNamed = true;
        break;
      case "list_splat_pattern":
        [takesMore, isNamed] = [true, true];
        break;
      case "dictionary_splat_pattern":
        takesNames = true;
        break;
      case "identifier":
      case "default_parameter":
      case "typed_default_parameter":
        parameters.push({ name: source.textOf(name), isRequired: !kind.includes("default"), isNamed });
        break;
      default:
        return undefined;
    }
  }
  return { parameters, takesMore, takesNames, receiver: "none" };
}
