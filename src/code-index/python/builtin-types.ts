import { wordList } from "../../base/word-list.ts";

const results = {
  int: "int len hash id ord",
  str: "str repr chr hex oct bin ascii format input",
  bool: "bool isinstance issubclass callable hasattr any all",
  float: "float",
  complex: "complex",
  bytes: "bytes",
  bytearray: "bytearray",
  object: "object",
  list: "list sorted",
  dict: "dict",
  set: "set",
  frozenset: "frozenset",
  tuple: "tuple",
  range: "range",
} as const;

/** Dotted name of a builtin → the class of what its call gives. */
export const builtinResults: ReadonlyMap<string, string> = new Map(
  Object.entries(results).flatMap(([type, names]) =>
    wordList(names).map((name) => [`builtins.${name}`, type] as const),
  ),
);

const methods = {
  "str str":
    "join format strip lstrip rstrip lower upper title capitalize replace ljust rjust center zfill expandtabs casefold " +
    "swapcase translate removeprefix removesuffix",
  "str list[str]": "split rsplit splitlines",
  "str bool": "startswith endswith isdigit isalpha isspace isupper islower isidentifier isalnum",
  "str int": "find rfind index rindex count",
  "str bytes": "encode",
  "bytes str": "decode",
} as const;

/** `class.method` of a builtin class → the type of what its call gives. */
export const builtinMethods: ReadonlyMap<string, string> = new Map(
  Object.entries(methods).flatMap(([types, names]) => {
    const [owner, ...result] = types.split(" ");
    return wordList(names).map((name) => [`${owner}.${name}`, result.join(" ")] as const);
  }),
);

/** Classes whose values stay of the class when they are updated by `+=` and the like. */
export const unchangedByUpdates: ReadonlySet<string> = new Set(["str", "bytes", "list", "set", "dict"]);

const containers =
  /^(?:\w+\.)?(?:list|set|frozenset|deque|List|Set|FrozenSet|Sequence|MutableSequence|Collection|Iterable|Iterator)\[([^,]*)\]$/;

/** The items of a loop over values of a type: T of `list[T]`; undefined if that is not known. */
export function builtinItems(type: string): string | undefined {
  if (type === "range") return "int";
  if (type === "str") return "str";
  return containers.exec(type)?.[1];
}
