/**
 * Tables of the standard library and of well-known libraries. Input: the name of a type, a function or a macro; output: the type of a
 * member, an item or a result, or the place of an argument.
 */
import { wordList, wordRecord, wordSet } from "../../base/word-list.ts";

/**
 * Types of the standard library that lead back to types of the code base, if they do: `$0` is the first template
 * argument. Members belong to the type; `item` is what a loop over it gives, `part` what a structured binding does.
 */
type StandardType = {
  readonly item?: string;
  readonly parts?: readonly string[];
  /** True if the type holds the elements of an array that its argument is: of `T[]`, `$0` is T. */
  readonly holdsArrays?: boolean;
  /** A map, since code may ask for a member that every object of JavaScript has, such as `constructor`. */
  readonly members: ReadonlyMap<string, string>;
};

/** A type as it is written below. */
type WrittenType = Omit<StandardType, "members"> & { readonly members: Readonly<Record<string, string>> };

const iterator = "std::iterator<$0>";
const sequence: WrittenType = {
  item: "$0",
  members: {
    ...wordRecord("operator[] at front back", "$0"),
    data: "$0*",
    ...wordRecord("top value_type", "$0"),
    ...wordRecord("begin end cbegin cend rbegin rend find insert erase emplace", iterator),
    emplace_back: "$0",
    ...wordRecord("lower_bound upper_bound", iterator),
    ...wordRecord("reference const_reference", "$0"),
    ...wordRecord("iterator const_iterator", iterator),
  },
};
/** The items of a set. */
const keyIterator = "std::iterator<$0 const>";
const keys: WrittenType = {
  item: "$0 const",
  members: {
    ...sequence.members,
    begin: keyIterator,
    end: keyIterator,
    cbegin: keyIterator,
    cend: keyIterator,
    rbegin: keyIterator,
    rend: keyIterator,
    find: keyIterator,
    erase: keyIterator,
    lower_bound: keyIterator,
    upper_bound: keyIterator,
    iterator: keyIterator,
    const_iterator: keyIterator,
  },
};
const entry = "std::pair<$0 const, $1>";
const entries = `std::iterator<${entry}>`;
const mapping: WrittenType = {
  item: entry,
  members: {
    ...wordRecord("operator[] at", "$1"),
    ...wordRecord("begin end cbegin cend rbegin rend find lower_bound upper_bound erase", entries),
    mapped_type: "$1",
    ...wordRecord("emplace insert", `std::pair<${entries}, bool>`),
    value_type: entry,
    key_type: "$0",
    try_emplace: `std::pair<${entries}, bool>`,
    ...wordRecord("iterator const_iterator", entries),
  },
};
const pointer: WrittenType = {
  holdsArrays: true,
  members: {
    "operator->": "$0*",
    "operator*": "$0",
    "operator[]": "$0",
    get: "$0*",
    release: "$0*",
    lock: "std::shared_ptr<$0>",
  },
};
const optional: WrittenType = {
  members: { "operator->": "$0*", "operator*": "$0", value: "$0", value_or: "$0", emplace: "$0" },
};

function named(names: string, { members, ...rest }: WrittenType): readonly (readonly [string, StandardType])[] {
  const type = { ...rest, members: new Map(Object.entries(members)) };
  return wordList(names).map((name) => [`std::${name}`, type]);
}

export const standardTypes: ReadonlyMap<string, StandardType> = new Map([
  ...named("vector deque list forward_list array span initializer_list", sequence),
  ...named("set multiset unordered_set unordered_multiset", keys),
  ...named("stack queue priority_queue valarray", sequence),
  ...named("map multimap unordered_map unordered_multimap", mapping),
  ...named("unique_ptr shared_ptr weak_ptr", pointer),
  ...named("optional", optional),
  ...named("expected", { members: { ...optional.members, error: "$1" } }),
  ...named("coroutine_handle", { members: { promise: "$0", from_promise: "std::coroutine_handle<$0>" } }),
  ...named("iterator reverse_iterator", {
    members: { "operator->": "$0*", "operator*": "$0", "operator[]": "$0", base: iterator },
  }),
  ...named("pair", { parts: ["$0", "$1"], members: { first: "$0", second: "$1" } }),
  ...named("tuple", { parts: ["$0", "$1", "$2", "$3", "$4", "$5"], members: {} }),
  ...named("function", { members: { "operator()": "$0" } }),
  ...named("reference_wrapper", { members: { get: "$0" } }),
  ...named("atomic", { members: { load: "$0", exchange: "$0" } }),
  ...named("future shared_future", { members: { get: "$0" } }),
]);

/** Functions of the standard library whose result has the type of an argument: its index. */
export const argumentFunctions: ReadonlyMap<string, number> = new Map(
  [
    ...wordList("move forward min max as_const ref cref exchange clamp move_if_noexcept"),
    // Iterators: where the function found something, in the range that its first argument begins.
    ...wordList("find find_if find_if_not lower_bound upper_bound max_element min_element next prev"),
    ...wordList("remove remove_if unique partition adjacent_find rotate search"),
    // Views, in std::views: what these give is gone through as their argument is.
    ...wordList("all filter take take_while drop drop_while reverse common"),
  ].map((name) => [`std::${name}`, 0]),
);

/** Functions whose result follows from their template arguments. */
export const constructingFunctions: ReadonlyMap<string, string> = new Map([
  ["std::make_unique", "std::unique_ptr<$0>"],
  ["std::make_shared", "std::shared_ptr<$0>"],
  ["std::static_pointer_cast", "std::shared_ptr<$0>"],
  ["std::dynamic_pointer_cast", "std::shared_ptr<$0>"],
  ["std::make_optional", "std::optional<$0>"],
  ["std::any_cast", "$0"],
]);

/** Macro → the name that it declares, and the type, which names the first argument as `#1`. */
export type LibraryMacros = ReadonlyMap<string, { readonly name: string; readonly type: string }>;

/** Macros of libraries that declare a variable. Sources: Qt's qglobal.h, and DObject of Deepin's dtkcore. */
export const localsOfLibraries: LibraryMacros = new Map([
  ["Q_D", { name: "d", type: "#1Private*" }],
  ["Q_Q", { name: "q", type: "#1*" }],
  ["D_D", { name: "d", type: "#1Private*" }],
  ["D_DC", { name: "d", type: "const #1Private*" }],
  ["D_Q", { name: "q", type: "#1*" }],
  ["D_QC", { name: "q", type: "const #1*" }],
]);

/** Macros of libraries that declare a function without parameters in a class, with its result. Sources: as above. */
export const functionsOfLibraryMacros: LibraryMacros = new Map(
  ["Q", "D"].flatMap((letter) => [
    [`${letter}_DECLARE_PRIVATE`, { name: "d_func", type: "#1Private*" }],
    [`${letter}_DECLARE_PRIVATE_D`, { name: "d_func", type: "#2Private*" }],
    [`${letter}_DECLARE_PUBLIC`, { name: "q_func", type: "#1*" }],
  ]),
);

/** Names that types which `std::X<…>` stands for have as aliases: what they are of their first argument. */
export const transparentTypes: ReadonlyMap<string, string> = new Map(
  [
    "decay_t",
    "remove_reference_t",
    "remove_cv_t",
    "remove_const_t",
    "add_const_t",
    "remove_cvref_t",
    "type_identity_t",
  ].map((name) => [`std::${name}`, "$0"]),
);

/** The types of the language itself, and types of C that are the same everywhere. */
export const valueTypes = wordSet(`
  void bool char short int long float double signed unsigned wchar_t char8_t char16_t char32_t size_t ssize_t ptrdiff_t
  intptr_t uintptr_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t nullptr_t
`);

/** Names of the standard library that code writes without `std::` and that are in no table above. */
const furtherNames = wordSet(`
  string wstring string_view u16string u32string basic_string bitset complex thread mutex lock_guard unique_lock cin
  cout cerr clog wcout wcerr endl flush ostream istream iostream fstream ifstream ofstream stringstream istringstream
  ostringstream stringbuf streambuf filebuf exception runtime_error logic_error invalid_argument out_of_range bad_alloc
  bad_cast auto_ptr numeric_limits hash less greater equal_to plus minus type_info any variant sort stable_sort copy
  fill swap accumulate for_each transform count count_if replace reverse getline to_string
`);

/** True for a name that the standard library is known to have. */
export function isStandardName(name: string): boolean {
  const whole = `std::${name}`;
  return (
    furtherNames.has(name) ||
    standardTypes.has(whole) ||
    argumentFunctions.has(whole) ||
    constructingFunctions.has(whole) ||
    transparentTypes.has(whole)
  );
}
