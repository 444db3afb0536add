/**
 * Code completion at a place. Input: a code base, a file and an offset; output: the names that may be written there,
 * best first, with the receiver or scope that they belong to.
 */
import { basename } from "node:path";
import type { Code, DeclaredFile } from "../code.ts";
import type { Declaration } from "../code-index.ts";
import { enclosingOf } from "../enclosing.ts";
import type { SeenNames } from "../seen-names.ts";
import { isClass } from "../symbol-kind.ts";
import { traitsOf } from "../traits-of.ts";
import { type NearbyNames, nearbyNames, partsOf } from "./nearby-names.ts";
import { withoutOtherBodies } from "./other-bodies.ts";
import { type Candidate, type RankingContext, ranked } from "./ranking.ts";
import { errorsIn, type MendedText, mendedTexts, placeholder, typedNameAt } from "./typed-name.ts";

/** The names that may be written at a place. */
export type Completions = {
  readonly prefix: string;
  /** The text before the name: an expression, a scope or a module; undefined if it is unqualified. */
  readonly receiver: string | undefined;
  /** False if a receiver has a type that is not known: names are then names used on it and on similar values. */
  readonly isKnown: boolean;
  /** The external text before the name: `os.path`. Names are then its members that the file uses. */
  readonly external?: string | undefined;
  /** Best first. */
  readonly candidates: readonly Candidate[];
  /** The file with the text that was read instead of its own, for its declarations; undefined if there are none. */
  readonly open: DeclaredFile | undefined;
  /** The values that they were compared by; undefined if there are none. */
  readonly context: RankingContext | undefined;
};

/** Characters of a prefix from which on names of the whole code base are looked for, and how many are. */
const minPrefix = 2;
const maxWorkspace = 200;

/** Classes that may be the type of a receiver. */
const maxLikelyClasses = 3;

/** The part of a code base that completion needs. */
export type CodeToComplete = Pick<Code, "index" | "withText" | "countFilesWith" | "savedFile">;

/** The facts about a place; undefined for a file that cannot be read. */
export async function findCompletions(
  code: CodeToComplete,
  path: string,
  text: string,
  offset: number,
): Promise<Completions | undefined> {
  const language = code.index.fileAt(path)?.language;
  if (language === undefined) return undefined;
  const words = traitsOf(language).words;
  const typed = typedNameAt(text, offset);
  const nearby = nearbyNames(text, typed.start, typed.end, words);
  const before = text.slice(0, typed.start);
  const isPath = /(?:^|\n)[ \t]*#[ \t]*include[ \t]*["<][^"<>\n]*$/.test(before.slice(-maxInclude));
  if (nearby.before === undefined && !isPath) {
    return {
      prefix: typed.prefix,
      receiver: undefined,
      isKnown: true,
      candidates: [],
      open: undefined,
      context: undefined,
    };
  }
  const saved = code.savedFile(path);
  const short = saved === undefined ? { text, typed } : withoutOtherBodies(text, typed, saved, words);
  const texts = mendedTexts(short.text, short.typed, words);
  const read = await namesIn(code, path, texts, nearby.before ?? before);
  if (read === undefined) return undefined;
  const { seen, open } = read;
  const { access, isKnown, external } = seen;
  const candidates = distinct(seen, nearby, { code, prefix: typed.prefix, language, keywords: words.keywords });
  const { next } = nearby;
  const around = enclosingOf(open.file).at(read.offset)?.name ?? "";
  const context = {
    prefix: typed.prefix,
    access,
    isKnown,
    nearby,
    offset: short.typed.start,
    path,
    next,
    around,
    aroundParts: new Set(partsOf(around)),
    fileParts: new Set(partsOf(basename(path))),
    filesWith: (name: string) => code.countFilesWith(name, maxCounted),
  };
  const receiver = access.kind === "member" ? access.receiver : access.kind === "name" ? undefined : access.from;
  return { prefix: typed.prefix, receiver, isKnown, external, candidates: ranked(candidates, context), open, context };
}

/** Files with a name that are counted. */
const maxCounted = 1_000;

/** Characters of a line with an include. */
const maxInclude = 500;

/** Errors this far from a place are not of the name that is written there. */
const errorReach = 80;

type Read = {
  readonly seen: SeenNames;
  readonly open: DeclaredFile;
  /** The place in the text that was read. */
  readonly offset: number;
};

/** The names that the first text without errors at the place sees, or else the one with the fewest. */
async function namesIn(
  code: CodeToComplete,
  path: string,
  texts: Iterable<MendedText>,
  before: string,
): Promise<Read | undefined> {
  let best: (Read & { readonly errors: number }) | undefined;
  const tried = new Set<string>();
  for (const { text, offset } of texts) {
    if (tried.has(text)) continue;
    tried.add(text);
    const found = await code.withText(path, text, (file) => {
      const { all, near } = errorsIn(file.tree, offset - errorReach, offset + errorReach);
      const isBest = best === undefined || all < best.errors;
      if (isBest) {
        const { file: own, text: whole, index, parsePart, commentSigns } = file;
        const seen = file.resolver.namesAt(file, { before, offset });
        best = { errors: all, seen, offset, open: { file: own, text: whole, index, parsePart, commentSigns } };
      }
      return near;
    });
    if (found === undefined) return undefined;
    if (found === 0) break;
  }
  return best;
}

type Sources = {
  readonly code: CodeToComplete;
  readonly prefix: string;
  readonly language: string;
  readonly keywords: readonly string[];
};

/** The candidates that have the prefix, each name once. */
function distinct(seen: SeenNames, nearby: NearbyNames, { code, prefix, language, keywords }: Sources): Candidate[] {
  const found = new Map<string, Candidate>();
  const start = prefix.toLowerCase();
  const add = (name: string, origin: Candidate["origin"], declaration?: Declaration, isHidden = false) => {
    if (found.has(name) || name === "" || name === placeholder || !name.toLowerCase().startsWith(start)) return;
    found.set(name, { name, parts: partsOf(name), origin, declaration, isHidden, order: found.size });
  };
  for (const { name, scope, declaration, isHidden } of seen.names) add(name, scope, declaration, isHidden);
  const { access, isKnown, external } = seen;
  if (external !== undefined) {
    for (const name of nearby.onReceiver) add(name, "nearby");
    return [...found.values()];
  }
  if (access.kind === "path" || (access.kind === "import" && isKnown)) return [...found.values()];
  if (access.kind === "member") {
    for (const member of isKnown ? [] : likelyMembers(nearby, code, language)) add(member.name, "likely", member);
    for (const [name, { alike }] of nearby.uses) if (alike[0] > 0) add(name, "nearby");
    return [...found.values()];
  }
  for (const [name] of nearby.uses) add(name, "nearby");
  if (prefix.length >= minPrefix) {
    let left = maxWorkspace;
    for (const name of code.index.names()) {
      if (left <= 0) break;
      if (!name.startsWith(prefix) || found.has(name)) continue;
      const declaration = code.index.named(name).find(({ file, kind, parent }) => {
        return file.language === language && !hiddenKinds.has(kind) && (parent === undefined || !isClass(parent));
      });
      if (declaration === undefined) continue;
      left--;
      add(name, "workspace", declaration);
    }
  }
  for (const keyword of keywords) add(keyword, "word");
  return [...found.values()];
}

const hiddenKinds: ReadonlySet<string> = new Set(["include", "import", "star_import", "parameter", "label", "using"]);

/** The members of the classes that have most of the names that are used on a receiver. */
function likelyMembers({ onReceiver }: NearbyNames, code: CodeToComplete, language: string): readonly Declaration[] {
  const counts = new Map<Declaration, number>();
  for (const name of onReceiver.slice(0, maxNames)) {
    const classes = new Set<Declaration>();
    for (const { parent, file } of code.index.named(name)) {
      if (parent !== undefined && isClass(parent) && file.language === language) classes.add(parent);
    }
    for (const one of classes) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  const classes = [...counts].filter(([, count]) => count === most).map(([declaration]) => declaration);
  if (classes.length > maxLikelyClasses) return [];
  return classes.flatMap((owner) =>
    owner.file.declarations.filter(({ parent, name }) => parent === owner && /^\w+$/.test(name)),
  );
}

/** Names that are used on a receiver which are looked at. */
const maxNames = 20;
