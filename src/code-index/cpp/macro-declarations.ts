/**
 * The declarations that macros write by their replacements, `Ptr` of `typedef intrusive_ptr<klass> Ptr`, also by other macros. Input: a
 * use of a macro, and its place; output: the declarations of the definitions that may count there, with the arguments of the use.
 */
import { macroMemberSign } from "../../facts/declaration-facts.ts";
import { childrenOf } from "../children-of.ts";
import type { Declaration } from "../code-index.ts";
import { splitArguments } from "./expression.ts";
import type { LibraryMacros } from "./standard-library.ts";
import type { Visibility } from "./visibility.ts";
import { withArguments } from "./written-members.ts";

/** Macros in macros that are followed. */
const deepestMacros = 4;

type MacroDeclarationsOptions = {
  readonly macrosNamed: (name: string) => readonly Declaration[];
  /** The `#undef`s of a macro. */
  readonly undefinitionsOf: (name: string) => readonly Declaration[];
  readonly visibility: Visibility;
};

/** A macro that is used, and its arguments as they are written: few uses need them. */
export type MacroCall = { readonly macro: string; readonly args: () => readonly string[] };

/** A declaration by a macro: `member` is in the macro. Of the kind `macro`, it is the use of another one, whose arguments are its type. */
export type WrittenDeclaration = {
  readonly name: string;
  readonly kind: string;
  readonly type: string;
  readonly member: Declaration;
};

/** The number of uses of macros, also in other macros, that may still be looked into. */
export type UsesLeft = { usesLeft: number };

export class MacroDeclarations {
  readonly #options: MacroDeclarationsOptions;

  constructor(options: MacroDeclarationsOptions) {
    this.#options = options;
  }

  /** The declarations that a use of a macro at a place writes; fewer if too many uses are looked into. */
  *writtenBy(
    { macro, args }: MacroCall,
    place: Pick<Declaration, "file" | "at">,
    left: UsesLeft,
    depth = 0,
  ): Generator<WrittenDeclaration> {
    if (--left.usesLeft < 0) return;
    const members = this.#definitionsAt(place, macro).flatMap((one) =>
      childrenOf(one).filter(({ kind }) => kind === "macro_member"),
    );
    if (members.length === 0) return;
    const given = args();
    for (const member of members) {
      const [kind = "", said = ""] = /^(\w+) (.*)$/s.exec(member.type)?.slice(1) ?? [];
      const type = withArguments(said, given);
      const name = member.name.slice(macroMemberSign.length);
      yield { name, kind, type, member };
      if (kind !== "macro" || depth === deepestMacros) continue;
      yield* this.writtenBy({ macro: name, args: () => splitArguments(type) }, place, left, depth + 1);
    }
  }

  /** The declaration by a macro of a library, as a table has it; undefined if the code base defines the macro. */
  ofLibrary(table: LibraryMacros, { macro, args }: MacroCall): Pick<WrittenDeclaration, "name" | "type"> | undefined {
    const declared = this.#options.macrosNamed(macro).length > 0 ? undefined : table.get(macro);
    return declared && { name: declared.name, type: withArguments(declared.type, args()) };
  }

  /** The definitions of a macro that may count where it is used. */
  #definitionsAt(place: Pick<Declaration, "file" | "at">, macro: string): readonly Declaration[] {
    const { visibility, macrosNamed, undefinitionsOf } = this.#options;
    const { declarations, rank } = visibility.seenFrom(place.file, macrosNamed(macro));
    if (rank === 2 || declarations.length === 0) return [];
    const { defined } = visibility.definedAt(place, declarations, undefinitionsOf(macro));
    return visibility.readBefore(place, defined);
  }
}
