import { getOrInsert } from "../../base/get-or-insert.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import { sharedFolders } from "../cpp/include-search.ts";
import { bringsNames } from "../symbol-kind.ts";
import { isMember, type NamedDeclarations } from "./named-declarations.ts";
import { isWanted, type Wanted } from "./wanted.ts";

/** Declarations up to which the nearest are looked for: of a more frequent name any is as good. */
const maxOrdered = 2_000;

/** The declarations that a name of a file may mean by nothing but the name, the nearest first. */
export class Candidates {
  readonly #declarations: NamedDeclarations;
  /** The declarations that were found for the names of one file: it may use a name as often as others declare it. */
  #file: IndexedFile | undefined;
  readonly #found = new Map<string, readonly Declaration[]>();

  constructor(declarations: NamedDeclarations) {
    this.#declarations = declarations;
  }

  /** The members of anything in the language of a file. */
  membersOf(name: string, file: IndexedFile): readonly Declaration[] {
    return this.#once(file, `member ${name}`, () =>
      this.#declarations.allMembers(name).filter((one) => one.file.language === file.language),
    );
  }

  /** The declarations that fit a place. A type in another one is named with it, or by the types that derive from that. */
  ofName(name: string, file: IndexedFile, wanted: Wanted, hasOwner: boolean): readonly Declaration[] {
    const { sort, count } = wanted;
    return this.#once(file, `${name} ${sort} ${count} ${hasOwner}`, () =>
      this.#declarations.index
        .named(name)
        .filter((one) => one.file.language === file.language && !bringsNames(one) && isWanted(one, sort))
        .filter((one) => sort !== "type" || hasOwner || !isMember(one))
        .filter(({ most }) => count === undefined || most === count || most < 0),
    );
  }

  #once(file: IndexedFile, key: string, find: () => readonly Declaration[]): readonly Declaration[] {
    if (this.#file !== file) this.#found.clear();
    this.#file = file;
    return getOrInsert(this.#found, key, () => nearestFirst(find(), file.path));
  }
}

function nearestFirst(members: readonly Declaration[], path: string): readonly Declaration[] {
  if (members.length > maxOrdered) return members;
  const nearness = new Map(
    members.map((one) => [one, one.file.path === path ? Number.MAX_VALUE : sharedFolders(one.file.path, path)]),
  );
  return [...members].sort((a, b) => (nearness.get(b) ?? 0) - (nearness.get(a) ?? 0));
}
