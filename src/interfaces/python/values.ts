import { noNode } from "../../syntax/flat/flat-tree.ts";
import { behind, type ReadTree } from "../read-tree.ts";

/** Calls that make a type, or a variable of types: their values are part of the interface. */
const typeMakers: ReadonlySet<string> = new Set(
  (
    "TypeVar TypeVarTuple ParamSpec NewType namedtuple NamedTuple TypedDict Enum IntEnum StrEnum Flag IntFlag " +
    "TypeAliasType"
  ).split(" "),
);

/** Types that `X = Optional[int]` is an alias of. */
const genericTypes: ReadonlySet<string> = new Set(
  (
    "Union Optional Dict List Set FrozenSet Tuple Type Callable Literal Annotated Iterable Iterator Sequence " +
    "Mapping MutableMapping Generator Awaitable Coroutine dict list set frozenset tuple type Pattern Match " +
    "DefaultDict Deque Counter"
  ).split(" "),
);

/** UTF-16 code units of a value that a stub repeats. */
const maxValueChars = 2_000;

/** True for a value that makes a type: `TypeVar("T")`, `namedtuple("P", "x y")`, `Optional[int]`, `Union[A, B]`. */
export function makesType(file: ReadTree, value: number): boolean {
  const { tree, field, textOf } = file;
  const kind = tree.type(value);
  if (tree.end(value) - tree.start(value) > maxValueChars) return false;
  if (kind === "call") {
    const name = lastName(file, field(value, "function"));
    return name !== undefined && typeMakers.has(name) && startsWithString(file, field(value, "arguments"));
  }
  if (kind === "subscript") {
    const name = lastName(file, field(value, "value"));
    return name !== undefined && genericTypes.has(name) && !hasCall(file, value);
  }
  if (kind !== "binary_operator") return false;
  return /\|/.test(textOf(value)) && /\bNone\b|\[/.test(textOf(value)) && !hasCall(file, value);
}

/** The dotted name that a value is; undefined for any other value. */
export function dottedName(file: ReadTree, value: number): string | undefined {
  const { tree, textOf } = file;
  for (let node = value; node < behind(tree, value); node++) {
    const kind = tree.type(node);
    if (kind !== "identifier" && kind !== "attribute" && kind !== ".") return undefined;
  }
  const name = textOf(value);
  return /^[\w.]+$/.test(name) ? name : undefined;
}

/** The last part of a dotted name; undefined for what is none. */
export function lastName(file: ReadTree, value: number): string | undefined {
  return value === noNode ? undefined : dottedName(file, value)?.split(".").at(-1);
}

function startsWithString({ tree }: ReadTree, list: number): boolean {
  return list !== noNode && tree.type(tree.firstNamedChild(list)) === "string";
}

function hasCall({ tree }: ReadTree, node: number): boolean {
  for (let at = node; at < behind(tree, node); at++) {
    if (tree.type(at) === "call" || tree.type(at) === "lambda") return true;
  }
  return false;
}
