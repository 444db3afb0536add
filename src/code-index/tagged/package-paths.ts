/**
 * The paths that packages of a code base give to names: `name`, `exports`, `imports` and `main` of package.json, for the packages
 * of a workspace. Input: the names of files of settings, their texts, and the folders of a code base; output: the paths that a name may
 * mean. Settings are a stranger's: each file is read once, and the number of packages and paths is bounded.
 */
import { dirname, join, resolve } from "node:path";
import { isInside } from "../../base/real-path.ts";
import type { CodeIndex } from "../code-index.ts";
import type { NamedPaths } from "./compiler-paths.ts";
import { fieldOf, type JsonObject, objectIn, settingsIn, textsIn } from "./settings-json.ts";

/** A package of the code base. */
type Package = { readonly folder: string; readonly data: JsonObject };

/** The packages that files of a folder know, by name. */
export type Packages = {
  /** The package that the folder is in. */
  readonly own: Package | undefined;
  readonly named: ReadonlyMap<string, Package>;
  /** False if a bound has left some out. */
  readonly isWhole: boolean;
};

/** The names of the files that describe packages. */
type Names = { readonly manifest: string; readonly workspace: string };

/** Packages of one workspace, and its globs: the largest real ones have some thousand, and some fifty. */
const maxPackages = 5_000;
const maxGlobs = 200;

/** Paths of one entry, their UTF-16 code units, and conditions in each other. */
const maxPaths = 50;
const maxPathLength = 1_000;
const maxConditions = 4;

const noPackages: Packages = { own: undefined, named: new Map(), isWhole: true };

export class PackagePaths {
  readonly #names: Names;
  readonly #index: CodeIndex;
  readonly #textOf: (path: string) => string | undefined;
  readonly #known: Map<string, Packages>;

  /** @param known what is known of each folder, which is filled */
  constructor(
    names: Names,
    index: CodeIndex,
    textOf: (path: string) => string | undefined,
    known: Map<string, Packages>,
  ) {
    this.#names = names;
    this.#index = index;
    this.#textOf = textOf;
    this.#known = known;
  }

  /** The paths that a name may mean in the files of a folder. */
  of(name: string, folder: string): NamedPaths {
    const packages = this.#around(folder);
    if (name.startsWith("#")) {
      const { own } = packages;
      return { paths: own === undefined ? [] : entriesIn(own, fieldOf(own.data, "imports"), name), isOwn: true };
    }
    const parts = name.split("/").slice(0, 3);
    const own = parts.slice(0, name.startsWith("@") ? 2 : 1).join("/");
    const found = packages.named.get(own);
    if (found === undefined) return { paths: [], isOwn: !packages.isWhole };
    return { paths: entriesOf(found, name.slice(own.length)), isOwn: true };
  }

  /** The packages that the files of a folder know: all of the workspace around it, or else its own one. */
  #around(start: string): Packages {
    const passed: string[] = [];
    let found = noPackages;
    for (let folder = start; ; folder = dirname(folder)) {
      const known = this.#known.get(folder);
      if (known !== undefined) {
        found = known;
        break;
      }
      passed.push(folder);
      if (dirname(folder) === folder || !this.#index.roots.some((root) => isInside(folder, [root]))) break;
    }
    for (const folder of passed.reverse()) {
      found = this.#packagesIn(folder, found);
      this.#known.set(folder, found);
    }
    return found;
  }

  #packagesIn(folder: string, around: Packages): Packages {
    const data = this.#read(folder);
    const own = data && { folder, data };
    const written = data === undefined ? undefined : fieldOf(data, "workspaces");
    const listed = [...textsIn(written), ...textsIn(fieldOf(objectIn(written), "packages")), ...this.#listedIn(folder)];
    if (own === undefined && listed.length === 0) return around;
    if (own !== undefined && listed.length === 0) {
      // A package that the workspace around it does not list knows only itself and what it links to.
      const isListed = [...around.named.values()].some((one) => one.folder === folder);
      const named = new Map([...(isListed ? around.named : []), ...this.#linkedBy(own)]);
      addTo(named, own);
      return { own, named, isWhole: around.isWhole };
    }
    const named = new Map(own === undefined ? around.named : this.#linkedBy(own));
    const { folders, isWhole } = this.#foldersOf(folder, listed);
    for (const one of folders) {
      const inside = this.#read(one);
      addTo(named, inside && { folder: one, data: inside });
    }
    addTo(named, own);
    return { own: own ?? around.own, named, isWhole: isWhole && around.isWhole };
  }

  /** The packages of the code base that a package depends on by their folders: `"geo": "link:../geo"`. */
  #linkedBy({ folder, data }: Package): ReadonlyMap<string, Package> {
    const named = new Map<string, Package>();
    for (const key of ["dependencies", "devDependencies"]) {
      for (const [name, version] of Object.entries(objectIn(fieldOf(data, key))).slice(0, maxPackages)) {
        const [, path] = (typeof version === "string" && /^(?:link|file|portal):(.{1,1000})$/.exec(version)) || [];
        const target = path === undefined ? undefined : resolve(folder, path);
        const read = target === undefined ? undefined : this.#read(target);
        if (target !== undefined && read !== undefined) named.set(name, { folder: target, data: read });
      }
    }
    return named;
  }

  #read(folder: string): JsonObject | undefined {
    const text = this.#textOf(join(folder, this.#names.manifest));
    return text === undefined ? undefined : settingsIn(text);
  }

  /** The globs that a file of a workspace lists, as `- "packages/*"`. */
  #listedIn(folder: string): readonly string[] {
    const lines = this.#textOf(join(folder, this.#names.workspace))?.split("\n") ?? [];
    const start = lines.findIndex((line) => /^packages:/.test(line));
    if (start < 0) return [];
    const globs: string[] = [];
    for (const line of lines.slice(start + 1)) {
      const [, glob] = /^[ \t]*-[ \t]+["']?([^"'\s#]+)/.exec(line) ?? [];
      if (glob !== undefined) globs.push(glob);
      else if (/^[^\s#-]/.test(line)) break;
    }
    return globs;
  }

  #foldersOf(
    top: string,
    globs: readonly string[],
  ): { readonly folders: readonly string[]; readonly isWhole: boolean } {
    const wanted = globs.filter((glob) => !glob.startsWith("!"));
    const patterns = wanted.slice(0, maxGlobs).map(globParts);
    const folders: string[] = [];
    for (const folder of this.#index.folders.all()) {
      if (!folder.startsWith(`${top}/`)) continue;
      const parts = folder.slice(top.length + 1).split("/");
      if (!patterns.some((pattern) => fitsGlob(parts, pattern))) continue;
      if (folders.length >= maxPackages) return { folders, isWhole: false };
      folders.push(folder);
    }
    return { folders, isWhole: wanted.length <= maxGlobs };
  }
}

function addTo(named: Map<string, Package>, one: Package | undefined): void {
  const name = one && fieldOf(one.data, "name");
  if (one !== undefined && typeof name === "string" && name !== "") named.set(name, one);
}

function globParts(glob: string): readonly string[] {
  return glob
    .replace(/^\.\//, "")
    .split("/")
    .filter((part) => part !== "");
}

/** True for a folder that a glob may mean: a part with signs other than one `*` fits any folder. */
function fitsGlob(parts: readonly string[], pattern: readonly string[]): boolean {
  const deep = pattern.indexOf("**");
  const before = deep < 0 ? pattern : pattern.slice(0, deep);
  if (deep < 0 ? parts.length !== pattern.length : parts.length < before.length) return false;
  return before.every((part, at) => fitsPart(parts[at] ?? "", part));
}

function fitsPart(name: string, part: string): boolean {
  if (/[?[\]{}()!+|]/.test(part)) return true;
  const [before = "", after, ...more] = part.split("*");
  if (after === undefined) return name === part;
  return (
    more.length > 0 || (name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after))
  );
}

/** The files that a package gives by a path in it, `/geometry` or "": its entries, their sources, and the usual places. */
function entriesOf(one: Package, path: string): readonly string[] {
  const { folder, data } = one;
  const exported = fieldOf(data, "exports");
  const isTable = Object.keys(objectIn(exported)).some((key) => key.startsWith("."));
  const named = isTable ? entriesIn(one, exported, `.${path}`) : path === "" ? pathsOfEntry(one, exported) : [];
  const keys = path === "" ? ["source", "types", "typings", "module", "main"] : [];
  const written = [...named, ...keys.flatMap((key) => pathsOfEntry(one, fieldOf(data, key)))];
  const usual = path === "" ? ["src/index", "index", "lib/index"] : [`.${path}`, `src${path}`];
  return [...new Set([...written, ...written.flatMap(sourcesOf), ...usual.map((place) => join(folder, place))])];
}

/** The paths of the entry with a key, or of the one whose pattern fits it best. */
function entriesIn(one: Package, table: unknown, key: string): readonly string[] {
  const entries = objectIn(table);
  const own = fieldOf(entries, key);
  if (own !== undefined) return pathsOfEntry(one, own);
  let best: { readonly pattern: string; readonly part: string } | undefined;
  for (const pattern of Object.keys(entries).slice(0, maxPackages)) {
    const [before = "", after, ...more] = pattern.split("*");
    if (after === undefined || more.length > 0 || key.length < before.length + after.length) continue;
    if (!key.startsWith(before) || !key.endsWith(after) || (best && best.pattern.length >= pattern.length)) continue;
    best = { pattern, part: key.slice(before.length, key.length - after.length) };
  }
  if (best === undefined) return [];
  const { pattern, part } = best;
  return pathsOfEntry(one, fieldOf(entries, pattern)).map((path) => path.replace("*", () => part));
}

/** The paths of an entry, or of the conditions in it: `{"import": "./a.js", "default": {…}}`. */
function pathsOfEntry({ folder }: Package, entry: unknown): readonly string[] {
  const paths: string[] = [];
  const visit = (value: unknown, depth: number) => {
    if (paths.length >= maxPaths || depth > maxConditions) return;
    if (typeof value === "string") {
      if (value.length <= maxPathLength) paths.push(join(folder, value));
    } else if (typeof value === "object" && value !== null) {
      for (const one of Object.values(value).slice(0, maxPaths)) visit(one, depth + 1);
    }
  };
  visit(entry, 0);
  return paths;
}

/** The places of the sources that a build makes a file of: `src/a` of `dist/a.d.ts`. */
function sourcesOf(path: string): readonly string[] {
  const source = path.replace(
    /\/(?:dist|lib|build|out|esm|cjs|es)\/(?:(?:esm|cjs|es)\/)?(?!.*\/(?:dist|lib|build|out)\/)/,
    "/src/",
  );
  return source === path ? [] : [source.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "")];
}
