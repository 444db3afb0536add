import { DeclarationFlag } from "../facts/declaration-facts.ts";
import type { Declaration } from "./code-index.ts";

/** A modifier, and what tells it: a flag of the declaration, or a pattern of its signature without what is in brackets. */
type ModifierRule = { readonly name: string; readonly flag?: number; readonly pattern?: RegExp };

const { static: staticFlag, virtual, abstract, property, classmethod, overload, scoped, friend } = DeclarationFlag;

/** A word of a signature in front of the parameters. */
const before = (name: string): ModifierRule => ({ name, pattern: new RegExp(`^[^()]*\\b${name}\\b`) });
/** A word behind the parameters. */
const behind = (name: string): ModifierRule => ({ name, pattern: new RegExp(`\\).*\\b${name}\\b`) });

/** Language → its modifiers, in the order of answers. */
const rules: ReadonlyMap<string, readonly ModifierRule[]> = new Map<string, readonly ModifierRule[]>([
  [
    "cpp",
    [
      ...[before("extern"), { name: "static", flag: staticFlag }, before("thread_local"), before("inline")],
      ...[before("constexpr"), before("consteval"), before("constinit"), before("explicit"), before("mutable")],
      ...[
        { name: "friend", flag: friend },
        { name: "virtual", flag: virtual },
        { name: "abstract", flag: abstract },
      ],
      ...[behind("const"), behind("noexcept"), behind("override"), behind("final")],
      { name: "final", pattern: /^(?:template )?(?:class|struct)\b[^:]*\bfinal\b/ },
      ...[{ name: "scoped", flag: scoped }],
      { name: "default", pattern: /\)[^=]*= ?default\b/ },
      { name: "delete", pattern: /\)[^=]*= ?delete\b/ },
    ],
  ],
  [
    "python",
    [
      { name: "async", pattern: /^(?:@.*)?\basync def\b/ },
      ...[
        { name: "abstract", flag: abstract },
        { name: "static", flag: staticFlag },
      ],
      ...[
        { name: "classmethod", flag: classmethod },
        { name: "property", flag: property },
      ],
      { name: "overload", flag: overload },
    ],
  ],
]);

/** The modifiers of a declaration, in the order of its language's table; none where it has no table. */
export function modifiersOf({ flags, file }: Declaration, signature: string): readonly string[] {
  const plain = withoutBrackets(signature);
  const found = (rules.get(file.language) ?? []).filter(
    ({ flag = 0, pattern }) => (flags & flag) !== 0 || pattern?.test(plain),
  );
  return [...new Set(found.map(({ name }) => name))];
}

/** The modifiers of all declarations of one symbol, in the order of the table of its language. */
export function joinedModifiers(lists: readonly (readonly string[])[]): readonly string[] {
  const all = new Set(lists.flat());
  const order = [...rules.values()].flat().map(({ name }) => name);
  return [...new Set(order)].filter((name) => all.has(name));
}

/** A signature with what is in its brackets left out: `f() const` of `f(int a = g()) const`. */
function withoutBrackets(signature: string): string {
  let depth = 0;
  let plain = "";
  for (const character of signature) {
    if (")>]".includes(character) && depth > 0) depth--;
    if (depth === 0) plain += character;
    if ("(<[".includes(character)) depth++;
  }
  return plain;
}
