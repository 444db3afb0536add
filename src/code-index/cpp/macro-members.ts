/**
 * The members that macros write into classes by their own text: `Ptr` of `DECLARE_PTR(Array);` with `#define DECLARE_PTR(klass)
 * typedef intrusive_ptr<klass> Ptr`. Input: a class and a name; output: declarations in the class at the use of the macro.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { pushTo } from "../../base/group-by.ts";
import { macroMemberSign } from "../../facts/declaration-facts.ts";
import { childrenOf } from "../children-of.ts";
import type { Declaration } from "../code-index.ts";
import { splitArguments } from "./expression.ts";
import { functionsOfLibraryMacros } from "./standard-library.ts";
import type { Visibility } from "./visibility.ts";
import { withArguments } from "./written-members.ts";

/** Macros in macros that are followed, uses of macros in one class with these, and members that it gets so. */
const deepestMacros = 4;
const mostUses = 1_000;
const mostMembers = 200;

/** The use of a macro that writes a member, and the declaration in the macro. */
export type WrittenBy = { readonly use: Declaration; readonly member: Declaration };

type MacroMembersOptions = {
  readonly macrosNamed: (name: string) => readonly Declaration[];
  /** The `#undef`s of a macro. */
  readonly undefinitionsOf: (name: string) => readonly Declaration[];
  readonly visibility: Visibility;
  readonly textOf: (path: string) => string | undefined;
};

/** A use of a macro in a class, with its arguments as they are written. */
type Expansion = { readonly use: Declaration; readonly macro: string; readonly args: readonly string[] };

/** The members of a class so far, and the number of uses of macros that may still be looked at. */
type Written = { readonly members: Map<string, Declaration[]>; usesLeft: number };

/** Members that are in no text of their classes. */
export class MacroMembers {
  readonly #macrosNamed: MacroMembersOptions["macrosNamed"];
  readonly #undefinitionsOf: MacroMembersOptions["undefinitionsOf"];
  readonly #visibility: Visibility;
  readonly #textOf: MacroMembersOptions["textOf"];
  readonly #ofClasses = new WeakMap<Declaration, ReadonlyMap<string, readonly Declaration[]>>();
  readonly #writtenBy = new WeakMap<Declaration, WrittenBy>();

  constructor({ macrosNamed, undefinitionsOf, visibility, textOf }: MacroMembersOptions) {
    this.#macrosNamed = macrosNamed;
    this.#undefinitionsOf = undefinitionsOf;
    this.#visibility = visibility;
    this.#textOf = textOf;
  }

  /** The members of a name that macros write into a class: each is an object of its own, which no file has. */
  membersOf(holder: Declaration, name: string): readonly Declaration[] {
    return getOrInsert(this.#ofClasses, holder, () => this.#writtenIn(holder)).get(name) ?? [];
  }

  /** The macro behind a declaration of `membersOf`; undefined for any other declaration. */
  writtenBy(declaration: Declaration): WrittenBy | undefined {
    return this.#writtenBy.get(declaration);
  }

  #writtenIn(holder: Declaration): ReadonlyMap<string, readonly Declaration[]> {
    const written: Written = { members: new Map(), usesLeft: mostUses };
    const starts = new Set<number>();
    for (const use of childrenOf(holder)) {
      if (use.kind !== "macro_use" || starts.has(use.start)) continue;
      starts.add(use.start);
      const macro = /^\w*/.exec(use.name)?.[0] ?? "";
      if (macro !== "") this.#add(written, { use, macro, args: [] }, 0);
    }
    return written.members;
  }

  #add(written: Written, { use, macro, args }: Expansion, depth: number): void {
    if (--written.usesLeft < 0) return;
    const known = this.#macrosNamed(macro).length === 0 ? functionsOfLibraryMacros.get(macro) : undefined;
    const members = this.#definitionsAt(use, macro).flatMap((one) =>
      childrenOf(one).filter(({ kind }) => kind === "macro_member"),
    );
    if (members.length === 0 && known === undefined) return;
    const given = depth === 0 ? this.#argumentsOf(use) : args;
    if (known !== undefined) {
      const type = withArguments(known.type, given);
      this.#addMember(written.members, { use, member: use }, { name: known.name, kind: "function", type });
    }
    for (const member of members) {
      const [kind = "", type = ""] = /^(\w+) (.*)$/s.exec(member.type)?.slice(1) ?? [];
      const text = withArguments(type, given);
      const name = member.name.slice(macroMemberSign.length);
      if (kind !== "macro") this.#addMember(written.members, { use, member }, { name, kind, type: text });
      else if (depth < deepestMacros) this.#add(written, { use, macro: name, args: splitArguments(text) }, depth + 1);
    }
  }

  /** The definitions of a macro that may count where it is used. */
  #definitionsAt(use: Declaration, macro: string): readonly Declaration[] {
    const { declarations, rank } = this.#visibility.seenFrom(use.file, this.#macrosNamed(macro));
    if (rank === 2) return [];
    const { defined } = this.#visibility.definedAt(use, declarations, this.#undefinitionsOf(macro));
    return this.#visibility.readBefore(use, defined);
  }

  #addMember(
    found: Map<string, Declaration[]>,
    { use, member }: WrittenBy,
    { name, kind, type }: { readonly name: string; readonly kind: string; readonly type: string },
  ): void {
    const { least, most } = member;
    const same = found.get(name) ?? [];
    const isKnown = same.some((one) => one.kind === kind && one.least === least && one.most === most);
    if (isKnown || !isMemberKind(kind) || found.size >= mostMembers) return;
    const { flags, line, column, endLine, at, start, headEnd, end, parent, file, index } = use;
    const made: Declaration = {
      name,
      kind,
      type,
      flags,
      line,
      column,
      endLine,
      at,
      start,
      headEnd,
      end,
      parent,
      file,
      // Between two declarations of the file: what is evaluated of each is told apart by it.
      index: index + (found.size + same.length + 1) / (2 * mostMembers),
      qualifier: "",
      least,
      most,
      parameters: kind === "function" ? same.length + 1 : 0,
      scopeStart: 0,
      scopeEnd: 0,
    };
    pushTo(found, name, made);
    this.#writtenBy.set(made, { use, member });
  }

  #argumentsOf({ file, start, end }: Declaration): readonly string[] {
    const written = this.#textOf(file.path)?.slice(start, end) ?? "";
    return splitArguments(written.slice(written.indexOf("(") + 1, -1)).map((one) => one.trim());
  }
}

const memberKinds = ["alias", "function", "field"] as const;

function isMemberKind(kind: string): kind is (typeof memberKinds)[number] {
  return memberKinds.some((one) => one === kind);
}
