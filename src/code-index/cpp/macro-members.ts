/**
 * The members that macros write into classes by their own text: `Ptr` of `DECLARE_PTR(Array);` with `#define DECLARE_PTR(klass)
 * typedef intrusive_ptr<klass> Ptr`. Input: a class and a name; output: declarations in the class at the use of the macro.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { pushTo } from "../../base/group-by.ts";
import { childrenOf } from "../children-of.ts";
import type { Declaration } from "../code-index.ts";
import { splitArguments } from "./expression.ts";
import type { MacroDeclarations, WrittenDeclaration } from "./macro-declarations.ts";
import { functionsOfLibraryMacros } from "./standard-library.ts";

/** Uses of macros in one class, with the macros in these, and members that it gets so. */
const mostUses = 1_000;
const mostMembers = 200;

/** The use of a macro that writes a member, and the declaration in the macro. */
export type WrittenBy = { readonly use: Declaration; readonly member: Declaration };

type MacroMembersOptions = {
  readonly declarations: MacroDeclarations;
  readonly textOf: (path: string) => string | undefined;
};

/** Members that are in no text of their classes. */
export class MacroMembers {
  readonly #declarations: MacroDeclarations;
  readonly #textOf: MacroMembersOptions["textOf"];
  readonly #ofClasses = new WeakMap<Declaration, ReadonlyMap<string, readonly Declaration[]>>();
  readonly #writtenBy = new WeakMap<Declaration, WrittenBy>();

  constructor({ declarations, textOf }: MacroMembersOptions) {
    this.#declarations = declarations;
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
    const found = new Map<string, Declaration[]>();
    const left = { usesLeft: mostUses };
    const starts = new Set<number>();
    for (const use of childrenOf(holder)) {
      if (use.kind !== "macro_use" || starts.has(use.start)) continue;
      starts.add(use.start);
      const macro = /^\w*/.exec(use.name)?.[0] ?? "";
      if (macro === "") continue;
      const call = { macro, args: () => this.#argumentsOf(use) };
      for (const written of this.#declarations.writtenBy(call, use, left)) this.#addMember(found, use, written);
      const ofLibrary = this.#declarations.ofLibrary(functionsOfLibraryMacros, call);
      if (ofLibrary !== undefined) this.#addMember(found, use, { ...ofLibrary, kind: "function", member: use });
    }
    return found;
  }

  #addMember(
    found: Map<string, Declaration[]>,
    use: Declaration,
    { member, name, kind, type }: WrittenDeclaration,
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
