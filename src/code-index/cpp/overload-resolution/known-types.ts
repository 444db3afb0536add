/**
 * Names of types of the language and of libraries. Input: a name or the words of a type; output: which number it is, the number that it
 * is promoted to, and whether it is a container, a text or a class of a library.
 */
import { wordList } from "../../../base/word-list.ts";

/** The numbers of the language by other names, on common 64-bit platforms. */
const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "signed char": "int8_t qint8",
    "unsigned char": "uint8_t quint8 uchar u_char",
    short: "int16_t qint16",
    "unsigned short": "uint16_t quint16 ushort u_short",
    int: "int32_t qint32",
    "unsigned int": "uint32_t quint32 uint u_int",
    long: "int64_t ssize_t ptrdiff_t intptr_t intmax_t",
    "unsigned long": "uint64_t size_t uintptr_t uintmax_t ulong u_long",
    "long long": "qint64 qlonglong",
    "unsigned long long": "quint64 qulonglong",
    double: "qreal",
    nullptr_t: "nullptr_t",
  }).flatMap(([number, names]) => wordList(names).map((name) => [name, number] as const)),
);

/** The number that a name of a library stands for; undefined for another name. */
export function numberNamed(name: string): string | undefined {
  return otherNames.get(name.replace(/^(?:::)?std::/, ""));
}

/** The one name of a number that words write in any order; undefined if they write none. */
export function numberOf(words: readonly string[]): string | undefined {
  const has = (word: string) => words.includes(word);
  const longs = words.filter((word) => word === "long").length;
  const sign = has("unsigned") ? "unsigned " : "";
  if (has("char")) return has("signed") ? "signed char" : `${sign}char`;
  if (has("short")) return `${sign}short`;
  if (has("double")) return longs > 0 ? "long double" : "double";
  if (longs > 0) return `${sign}${longs > 1 ? "long long" : "long"}`;
  if (has("unsigned")) return "unsigned int";
  if (has("int") || has("signed")) return "int";
  return words.length === 1 ? words[0] : undefined;
}

/** The ranks of integers for arithmetic conversions. */
const integerOrder = ["int", "unsigned int", "long", "unsigned long", "long long", "unsigned long long"];
const realOrder = ["float", "double", "long double"];

const promoted: ReadonlyMap<string, string> = new Map([
  ["bool", "int"],
  ["char", "int"],
  ["signed char", "int"],
  ["unsigned char", "int"],
  ["short", "int"],
  ["unsigned short", "int"],
  ["wchar_t", "int"],
  ["char8_t", "int"],
  ["char16_t", "int"],
  ["char32_t", "unsigned int"],
  ["float", "double"],
]);

/** Returns the type that a number is promoted to; undefined if it is not. */
export function promotionOf(number: string): string | undefined {
  return promoted.get(number);
}

/** True for a number that can be computed with. */
export function isArithmetic(number: string): boolean {
  return number !== "void" && number !== "nullptr_t";
}

/** The type of a sum of two numbers. */
export function commonNumber(one: string, other: string): string | undefined {
  const real = Math.max(realOrder.indexOf(one), realOrder.indexOf(other));
  if (real >= 0) return realOrder[real];
  const integer = (name: string) => promoted.get(name) ?? name;
  const [first, second] = [integerOrder.indexOf(integer(one)), integerOrder.indexOf(integer(other))];
  return first < 0 || second < 0 ? undefined : integerOrder[Math.max(first, second)];
}

/** Classes of the standard library: they are not aliases, and each is another type. */
const standardClasses: ReadonlySet<string> = new Set(
  wordList(`
    string wstring u16string u32string string_view wstring_view vector list deque forward_list array map multimap set
    multiset unordered_map unordered_multimap unordered_set unordered_multiset pair tuple optional variant any function
    unique_ptr shared_ptr weak_ptr span initializer_list bitset complex thread mutex ostream istream iostream ofstream
    ifstream fstream ostringstream istringstream stringstream exception runtime_error logic_error atomic future
    reference_wrapper stack queue priority_queue type_info locale error_code filesystem::path valarray
  `).map((name) => `std::${name}`),
);

/** Classes of the standard library that nothing but lists and copies becomes, and that become nothing else. */
const containers: ReadonlySet<string> = new Set(
  wordList(`
    vector list deque forward_list array map multimap set multiset unordered_map unordered_multimap unordered_set
    unordered_multiset stack queue priority_queue
  `).map((name) => `std::${name}`),
);

/** True for a container, to which no number and no pointer is converted. */
export function isContainer(name: string): boolean {
  return containers.has(name);
}

/** Classes of other libraries that texts are converted to. */
const textClasses: ReadonlySet<string> = new Set(["QString", "QByteArray", "wxString", "Glib::ustring"]);

/** True for a name that is known to be one of a class. */
export function isLibraryClass(name: string): boolean {
  return standardClasses.has(name) || textClasses.has(name);
}

/** True for a class that a text of C is converted to, and no number. */
export function isTextClass(name: string): boolean {
  return name === "std::string" || name === "std::string_view" || textClasses.has(name);
}

/** Members of classes of the standard library without arguments, and the types that they give. */
export const standardResults: ReadonlyMap<string, string> = new Map([
  ["size", "size_t"],
  ["length", "size_t"],
  ["max_size", "size_t"],
  ["capacity", "size_t"],
  ["empty", "bool"],
  ["c_str", "const char*"],
]);

/** Members and functions of the standard library that make a string. */
export const stringMakers: ReadonlySet<string> = new Set(["std::to_string", "substr", "str"]);
