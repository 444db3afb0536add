/**
 * The roles of macros. Input: roles by the names of macros, as `#define`s and data say them; output: the role that a name has, roles
 * merged and combined, and the chain of roles that a reading depends on. A role is one of these words; `()` after it says that the macro takes
 * arguments.
 *
 * - `attribute`    nothing that matters to the shape: empty, an attribute, a specifier, a calling convention
 * - `wrap()`       its argument, with attributes around it: `PyAPI_FUNC(int) f();`
 * - `type`         a type; stays
 * - `value`        an expression; stays. `value cast` is one or a cast: `#define P (uintptr)`
 * - `new`          the word `new`, with or without a placement: `p = MY_NEW Foo(a);`
 * - `open N W…`    opens N braces: `namespace a { namespace b {`; the words W are the namespaces `a b` where all N open
 *                  one, and `$1` is the first argument: `namespace x {` with a parameter `x`
 * - `close N`      closes N braces
 * - `declaration`  whole declarations or members, written without a semicolon
 * - `statement`    whole statements, written without a semicolon
 * - `loop`         the head of a statement: `foreach (x, list) {`. `loop if` is its first word, which a condition
 *                  follows: `#define IF if constexpr`
 * - `access`       an access specifier: `signals:`
 * - `body TEXT`    stands for a function's body, as TEXT does: `body =delete`
 * - `class`        the head of a class, named by the first argument, `DECLARE_INTERFACE_(IFoo, IBase) {`, or by what
 *                  follows the arguments: `MIDL_INTERFACE("…") IFoo : IBase {`
 * - `namespace`    the head of a namespace: `TEST_SUITE("math") {`
 * - `declares K T` a declaration without a body of the name that one argument gives: K is `type`, `variable`, `function`, `struct` or
 *                  `declarator`, a variable whose array, initializer or semicolon follows,
 *                  and T is `$2` for the second argument: `DECLARE_DELEGATE_RetVal(bool, FCan);`. `$1*` after it is the
 *                  argument that its type is written with, and what follows that: `#define PTR(T, n) T *n;`
 * - `method`       a method, by its type, name and parameters, or by its name and its type with parameters:
 *                  `MOCK_METHOD(int, f, (int a), (override));`, `MOCK_METHOD1(f, int(int a));`
 * - `function T`   the head of a function; T is its name, where `$1` is the first argument: `function $1.$2`.
 *                  The name's place is that of the last argument in T.
 * - `head NAME`    the head of a function with its type and its parameters: `#define YY_DECL int yylex(void)`
 * - `alias W…`     the meaning of the words W, `W()` with arguments of its own, `W(2,0,1)` with arguments of the macro, and 0 for another;
 *                  `alias~` when another definition is empty
 * - `other`        anything else; judged by shape where it is used
 *
 * `!` at the end says that only branches define it which a common build leaves out, such as `#ifdef _WIN32`: its uses are read
 * by the role, and a condition that asks for it does not hold.
 */
import { isObject } from "../../../base/is-object.ts";
export type MacroRoles = ReadonlyMap<string, string>;

/** The known macros at the place of a text. Definitions in the text take precedence over the folder. */
export type KnownMacros = {
  /** Roles that nothing overrides; they are in `everywhere` as well. */
  readonly project: MacroRoles;
  /** The definitions in headers of the text's folder that differ from `everywhere`. */
  readonly folder: MacroRoles;
  /** The same map for all texts of a scan; it must not change once a text was masked with it. */
  readonly everywhere: MacroRoles;
};

/** Roles that name a structure come last: they outweigh a role that may be empty on another platform. */
export const roleKinds = [
  "attribute",
  "alias",
  "other",
  "value",
  "new",
  "type",
  "wrap",
  "access",
  "body",
  "statement",
  "declaration",
  "method",
  "declares",
  "loop",
  "close",
  "open",
  "class",
  "namespace",
  "head",
  "function",
] as const;

type RoleKind = (typeof roleKinds)[number];

export type Role = {
  readonly kind: RoleKind;
  /** True if the macro takes arguments. */
  readonly call: boolean;
  /** The template of a function's name, the words of an alias, what stands for a body, or `N W…` of scopes. */
  readonly rest: string;
  /** The number of braces that it opens, or closes if negative. */
  readonly braces: number;
};

const leftOutMark = "!";

/** The role of a macro in a branch that a common build leaves out. */
export function inLeftOutBranch(role: string): string {
  return role + leftOutMark;
}

/** True for a macro that a common build defines: only its name matters to a condition. */
export function isDefinedIn(roles: Pick<MacroRoles, "get">, name: string): boolean {
  return roles.get(name)?.endsWith(leftOutMark) === false;
}

const withoutMark = (spelling: string): string => (spelling.endsWith(leftOutMark) ? spelling.slice(0, -1) : spelling);

/** The role that a string spells, or undefined. */
function parseRole(spelling: string): Role | undefined {
  const parts = /^([a-z]+)(\(\))?(~)?(?: (.+))?$/.exec(withoutMark(spelling));
  const kind = roleKinds.find((known) => known === parts?.[1]);
  if (!parts || !kind) return undefined;
  const rest = parts[4] ?? "";
  const count = Number.parseInt(rest, 10) || 1;
  const braces = kind === "open" ? count : kind === "close" ? -count : 0;
  return { kind, call: parts[2] !== undefined || alwaysCalled.has(kind), rest, braces };
}

/** Kinds of macros that take arguments, whether the role says so or not. */
const alwaysCalled: ReadonlySet<RoleKind> = new Set(["declares", "function", "method"]);

/** Aliases of aliases that are followed. */
const maxAliasDepth = 8;

/** Names that are looked up for the role of one: a longer chain of aliases is nothing known. */
const maxAliasNames = 200;

/** The role of a name, aliases followed; an alias of something unknown is nothing known. */
export function roleOf(macros: Pick<MacroRoles, "get">, name: string): Role | undefined {
  const spelling = macros.get(name);
  if (spelling === undefined) return undefined;
  const role = parseRole(spelling);
  return role?.kind === "alias" ? new AliasWalk(macros).roleOf(name, 0) : role;
}

/**
 * Every role that the role of a name depends on, as one text: where it is the same for two sets of macros, a lookup of
 * the name has the same result in both. Undefined when nothing is known of the name.
 */
export function roleChain(macros: Pick<MacroRoles, "get">, name: string): string | undefined {
  const spelling = macros.get(name);
  if (spelling === undefined || parseRole(spelling)?.kind !== "alias") return spelling;
  const walk = new AliasWalk(macros);
  walk.roleOf(name, 0);
  return walk.chain;
}

/** Returns all that macros say of some words, as one text: where it is the same, a text of these words is masked in the same way. */
export function roleChains({ project, folder, everywhere }: KnownMacros, words: readonly string[]): string {
  const macros = { get: (key: string) => folder.get(key) ?? everywhere.get(key) };
  const known = words.flatMap((word) => {
    const chain = roleChain(macros, word);
    return chain === undefined ? [] : [[word, chain, project.has(word)]];
  });
  return JSON.stringify(known);
}

/**
 * One walk along aliases. Each name is looked up once at each depth, so that the work is bounded however often an alias
 * names others; what it finds depends only on the roles in `chain`.
 */
class AliasWalk {
  readonly #macros: Pick<MacroRoles, "get">;
  readonly #known = new Map<string, Role | undefined>();
  readonly #spellings = new Map<string, string>();

  constructor(macros: Pick<MacroRoles, "get">) {
    this.#macros = macros;
  }

  /** The names that were looked up and their roles, in the order of the walk. */
  get chain(): string {
    return Array.from(this.#spellings, ([name, spelling]) => `${name}=${spelling}`).join(", ");
  }

  roleOf(name: string, depth: number): Role | undefined {
    const key = `${depth} ${name}`;
    if (this.#known.has(key) || this.#known.size >= maxAliasNames) return this.#known.get(key);
    this.#known.set(key, undefined);
    const spelling = this.#macros.get(name);
    this.#spellings.set(name, spelling ?? "");
    if (spelling === undefined) return undefined;
    const role = parseRole(spelling);
    if (role?.kind !== "alias") this.#known.set(key, role);
    else if (depth < maxAliasDepth) this.#known.set(key, this.#aliased(role, spelling.includes("~"), depth));
    return this.#known.get(key);
  }

  #aliased(alias: Role, mayBeEmpty: boolean, depth: number): Role | undefined {
    const words = wordsOf(alias);
    return aliased(
      alias,
      words,
      words.map((word) => this.roleOf(word, depth + 1)),
      mayBeEmpty,
    );
  }
}

/** The macros that an alias stands for. */
const wordsOf = ({ rest }: Role): readonly string[] => rest.replace(/\([\d,]*\)/g, "").split(" ");

/** The role of an alias, by the roles of its words. */
function aliased(
  alias: Role,
  words: readonly string[],
  roles: readonly (Role | undefined)[],
  mayBeEmpty: boolean,
): Role | undefined {
  // A name for a macro that takes arguments takes them too.
  const call = alias.call || (words.length === 1 && !alias.rest.endsWith(")") && roles[0]?.call === true);
  const vanish = mayBeEmpty ? ["attribute", "declaration"] : ["attribute"];
  if (roles.every((role) => role !== undefined && vanish.includes(role.kind)))
    return { kind: "attribute", call, rest: "", braces: 0 };
  const declaring = roles.findIndex((role) => role?.kind === "declares");
  if (declaring >= 0 && alias.call) return declaredBy(alias.rest.split(" ")[declaring] ?? "", roles[declaring]);
  if (words.length === 1 && roles[0] && roles[0].kind !== "function") return { ...roles[0], call };
  if (roles.every((role) => role === undefined)) {
    return mayBeEmpty && words.length === 1 ? { kind: "attribute", call, rest: "", braces: 0 } : undefined;
  }
  const braces = roles.reduce((sum, role) => sum + (role?.braces ?? 0), 0);
  if (braces !== 0) return { kind: braces > 0 ? "open" : "close", call, rest: "", braces };
  return { kind: "other", call, rest: "", braces: 0 };
}

/** The declarations that a macro makes by another one, `W(2,0,1)`: the numbers of its own arguments, and 0 for what it gives itself. */
function declaredBy(word: string, role: Role | undefined): Role {
  const places = /\((.*)\)$/.exec(word)?.[1]?.split(",") ?? [];
  const rest = role?.rest.replace(/\$(\d)/g, (_, place: string) => `$${places[Number(place) - 1] ?? 0}`) ?? "";
  if (role === undefined || rest.split(" ")[1]?.startsWith("$0"))
    return { kind: "other", call: true, rest: "", braces: 0 };
  return { ...role, rest: rest.replace(/ \$0[*&]*/g, "") };
}

/** One role for a name that is defined twice; neither order nor repetition matters much. */
export function combineRoles(one: string, other: string): string {
  if (one === other) return one;
  const [plain, otherPlain] = [withoutMark(one), withoutMark(other)];
  if (plain === one && otherPlain === other) return combinePlain(one, other);
  const combined = plain === otherPlain ? plain : combinePlain(plain, otherPlain);
  return plain !== one && otherPlain !== other ? inLeftOutBranch(combined) : combined;
}

function combinePlain(one: string, other: string): string {
  // The shipped data say how many scopes a macro opens, and a definition of it which ones.
  if (other.startsWith(`${one} `) && one.startsWith("open")) return other;
  const [rankOfOne, rankOfOther] = [rankOf(one), rankOf(other)];
  if (rankOfOne === 0 && other.startsWith("alias")) return other.replace(/^alias(\(\))? /, "alias$1~ ");
  if (rankOfOther === 0 && one.startsWith("alias")) return one.replace(/^alias(\(\))? /, "alias$1~ ");
  return rankOfOther > rankOfOne ? other : one;
}

/** The place of a role's kind in `roleKinds`. */
function rankOf(spelling: string): number {
  const [word] = spelling.split(/\W/, 1);
  const words: readonly string[] = roleKinds;
  return words.indexOf(word ?? "");
}

/** Several maps as one. In a map that comes later, only names that say more than `other` replace earlier ones. */
export function mergeRoles(maps: Iterable<MacroRoles>): Map<string, string> {
  const merged = new Map<string, string>();
  for (const map of maps) {
    for (const [name, role] of map) {
      const known = merged.get(name);
      merged.set(name, known === undefined ? role : combineRoles(known, role));
    }
  }
  return merged;
}

/** The roles in a data file like `queries/cpp/macros.json`; throws on a role that is none. */
export function rolesOfData(data: unknown): Map<string, string> {
  const roles = new Map<string, string>();
  for (const [role, names] of entriesOf(data)) {
    if (!parseRole(role)) throw new Error(`Unknown macro role "${role}"`);
    for (const name of names) roles.set(name, role);
  }
  return roles;
}

/** `{ "macros": { library: { role: "NAME NAME …" or [names] } } }` as pairs of role and names. */
function* entriesOf(data: unknown): Generator<[string, readonly string[]]> {
  for (const library of Object.values(objectIn(data, "macros"))) {
    if (!isObject(library)) throw new Error("Macro roles: a library is not an object");
    for (const [role, names] of Object.entries(library)) {
      if (typeof names === "string") yield [role, names.split(/\s+/).filter(Boolean)];
      else if (Array.isArray(names)) yield [role, names.map(String)];
    }
  }
}

function objectIn(data: unknown, key: string): object {
  if (typeof data !== "object" || data === null || !(key in data)) throw new Error(`Macro roles: no "${key}"`);
  const value: unknown = Object.getOwnPropertyDescriptor(data, key)?.value;
  return typeof value === "object" && value !== null ? value : {};
}
