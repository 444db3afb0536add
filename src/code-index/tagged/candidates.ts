/**
 * The declarations that a name may mean by nothing but the name.
 *
 * Input: all declarations, a name and a file; output: the declarations that fit, the nearest first.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy } from "../../base/group-by.ts";
import { wordSet } from "../../base/word-list.ts";
import type { TypeRules } from "../../syntax/type-rules.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import { sharedFolders } from "../cpp/include-search.ts";
import { bringsNames } from "../symbol-kind.ts";
import { isMember, isOfOwnType, type NamedDeclarations } from "./named-declarations.ts";
import { isWanted, type Wanted } from "./wanted.ts";

/** Declarations up to which the nearest are looked for: of a more frequent name any is as good. */
const maxOrdered = 2_000;

/** Candidates of a name: a use of a frequent one takes as long as this, and not as all of them. */
const maxCandidates = 100;

/** The declarations that a name of a file may mean by nothing but the name, the nearest first. */
export class Candidates {
  readonly #declarations: NamedDeclarations;
  /** Languages that share their files. */
  readonly #family: ReadonlySet<string>;
  /** True in a language whose objects have members without a declared type. */
  readonly #hasObjects: boolean;
  /** The declarations that were found for the names of one file: it may use a name as often as others declare it. */
  #file: IndexedFile | undefined;
  readonly #found = new Map<string, readonly Declaration[]>();

  constructor(declarations: NamedDeclarations, { family, inner_members: inner }: TypeRules) {
    this.#declarations = declarations;
    this.#family = wordSet(family);
    this.#hasObjects = inner !== undefined;
  }

  /** The members of anything in the language of a file, and in the ones that share files with it. */
  membersOf(name: string, file: IndexedFile): readonly Declaration[] {
    return this.#once(file, `member ${name}`, () => {
      const isOfLanguage = ({ file: { language } }: Declaration) =>
        language === file.language || this.#family.has(language);
      const all = this.#declarations.allMembers(name).filter(isOfLanguage);
      if (!this.#hasObjects) return nearestFirst(all, file.path);
      const isElsewhere = (one: Declaration) => isOfOwnType(one) && one.file !== file;
      const near = [...(membersInFunctions(file).get(name) ?? []), ...all.filter((one) => !isElsewhere(one))];
      return [...nearestFirst(near, file.path), ...nearestFirst(all.filter(isElsewhere), file.path)];
    });
  }

  /** The declarations that fit a place. A type in another one is named with it, or by the types that derive from that. */
  ofName(name: string, file: IndexedFile, wanted: Wanted, hasOwner: boolean): readonly Declaration[] {
    const { sort, count } = wanted;
    return this.#once(file, `${name} ${sort} ${count} ${hasOwner}`, () => {
      const all = this.#declarations.index
        .named(name)
        .filter((one) => one.file.language === file.language && !bringsNames(one) && isWanted(one, sort))
        .filter((one) => sort !== "type" || hasOwner || !isMember(one))
        .filter(({ most }) => count === undefined || most === count || most < 0);
      return nearestFirst(all, file.path);
    });
  }

  #once(file: IndexedFile, key: string, find: () => readonly Declaration[]): readonly Declaration[] {
    if (this.#file !== file) this.#found.clear();
    this.#file = file;
    return getOrInsert(this.#found, key, () => find().slice(0, maxCandidates));
  }
}

/** The members of objects in functions of an open file, by name. */
function membersInFunctions(file: IndexedFile): ReadonlyMap<string, readonly Declaration[]> {
  return getOrInsert(inFunctions, file, () =>
    groupBy(
      file.declarations.filter((one) => one.scopeEnd > 0 && isOfOwnType(one)),
      ({ name }) => name,
    ),
  );
}

const inFunctions = new WeakMap<IndexedFile, ReadonlyMap<string, readonly Declaration[]>>();

/** Declarations in the order of the folders that they share with a file, the ones of the file first. */
function nearestFirst(members: readonly Declaration[], path: string): readonly Declaration[] {
  if (members.length > maxOrdered) return members;
  const nearness = new Map(
    members.map((one) => [one, one.file.path === path ? Number.MAX_VALUE : sharedFolders(one.file.path, path)]),
  );
  return [...members].sort((a, b) => (nearness.get(b) ?? 0) - (nearness.get(a) ?? 0));
}
