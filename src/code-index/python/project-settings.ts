/**
 * The settings of Python projects that say where imports begin: pyproject.toml (setuptools, Poetry, Hatch, pytest),
 * setup.cfg and setup.py. Input: the texts of these files; output: folders, and packages with folders of other names.
 * Nothing is run: setup.py is read as text.
 */
import { dirname, join } from "node:path";
import { parse as parseToml } from "smol-toml";
import * as z from "zod";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { parseExpression } from "./expressions.ts";

/** The places where imports of a project begin: all folders absolute. */
export type ProjectSettings = {
  /** The folders that hold its packages and modules, the first one first. */
  readonly roots: readonly string[];
  /** Dotted name → the folder of the package, if it is not called so: `package_dir={"shapes": "source"}`. */
  readonly packages: ReadonlyMap<string, string>;
};

/** The settings as they are written: folders relative to the project. */
type Written = { readonly roots: readonly string[]; readonly packages: Readonly<Record<string, string>> };

const nothing: Written = { roots: [], packages: {} };

/** Returns the text of a file; undefined if it is not there, or cannot be read. */
export type TextOf = (path: string) => string | undefined;

/** The readers of settings, by the names of files. All files of a folder count. */
const readers: Readonly<Record<string, (text: string) => Written>> = {
  "pyproject.toml": settingsInToml,
  "setup.cfg": settingsInConfiguration,
  "setup.py": settingsInSetup,
};

/** The settings of the projects of a code base. A file is read once, when an import below its folder asks for it. */
export class Projects {
  readonly #roots: readonly string[];
  readonly #textOf: TextOf;
  readonly #ofFolders = new Map<string, ProjectSettings | undefined>();

  /** @param roots the folders of the code base */
  constructor(roots: readonly string[], textOf: TextOf) {
    this.#roots = roots;
    this.#textOf = textOf;
  }

  /** The settings of the nearest folder around a folder that has some, within the code base. */
  around(folder: string): ProjectSettings | undefined {
    const known = this.#ofFolders.get(folder);
    if (known !== undefined || this.#ofFolders.has(folder)) return known;
    const outer = dirname(folder);
    const isOutermost = this.#roots.includes(folder) || outer === folder;
    const found = this.#in(folder) ?? (isOutermost ? undefined : this.around(outer));
    this.#ofFolders.set(folder, found);
    return found;
  }

  #in(folder: string): ProjectSettings | undefined {
    const all = Object.entries(readers).map(([name, read]) => {
      const text = this.#textOf(join(folder, name));
      return text === undefined ? nothing : read(text);
    });
    const roots = all.flatMap((one) => one.roots.map((root) => join(folder, root)));
    const packages = new Map(
      all.flatMap((one) => Object.entries(one.packages).map(([name, path]) => [name, join(folder, path)] as const)),
    );
    return roots.length + packages.size === 0 ? undefined : { roots: [...new Set(roots)], packages };
  }
}

const Texts = z.array(z.string());
const Folders = z.record(z.string(), z.string());
const PoetryPackage = z.object({ include: z.string(), from: z.string().optional() });
const Setuptools = z.object({
  "package-dir": Folders.catch({}),
  packages: z.object({ find: z.object({ where: Texts }) }).catch({ find: { where: [] } }),
});
const Wheel = z.object({ packages: Texts.catch([]), sources: z.union([Texts, Folders]).catch([]) });

/** The tables of pyproject.toml that count. A table that is missing, or has another shape, counts as an empty one. */
const Project = z.object({
  tool: z.object({
    setuptools: Setuptools.catch({ "package-dir": {}, packages: { find: { where: [] } } }),
    poetry: z.object({ packages: z.array(PoetryPackage) }).catch({ packages: [] }),
    hatch: z
      .object({ build: z.object({ targets: z.object({ wheel: Wheel }) }) })
      .catch({ build: { targets: { wheel: { packages: [], sources: [] } } } }),
    pytest: z
      .object({ ini_options: z.object({ pythonpath: z.union([z.string(), Texts]) }) })
      .catch({ ini_options: { pythonpath: [] } }),
  }),
});

function settingsInToml(text: string): Written {
  const project = Project.safeParse(parsedToml(text));
  if (!project.success) return nothing;
  const { setuptools, poetry, hatch, pytest } = project.data.tool;
  const { packages, sources } = hatch.build.targets.wheel;
  const { pythonpath } = pytest.ini_options;
  const ofSetuptools = withPackageFolders(setuptools["package-dir"]);
  const ofHatch = Array.isArray(sources) ? { roots: sources, packages: {} } : withRenamed(sources);
  return {
    roots: [
      ...ofSetuptools.roots,
      ...setuptools.packages.find.where,
      ...poetry.packages.flatMap(({ from }) => from ?? []),
      ...ofHatch.roots,
      ...packages.map((path) => dirname(path)),
      ...(typeof pythonpath === "string" ? wordsOf(pythonpath) : pythonpath),
    ],
    packages: { ...ofSetuptools.packages, ...ofHatch.packages },
  };
}

/** The value of a text of TOML; undefined if it has an error. */
function parsedToml(text: string): unknown {
  try {
    return parseToml(text);
  } catch {
    return undefined;
  }
}

/** `{"": "src", "shapes": "source"}` of setuptools: the name of a package → its folder, with "" for the folder of all. */
function withPackageFolders({ "": root, ...packages }: Readonly<Record<string, string>>): Written {
  return { roots: root === undefined ? [] : [root], packages };
}

/** `{"src/core" = "shapes"}` of Hatch: the path of a folder → its path in the package. */
function withRenamed(sources: Readonly<Record<string, string>>): Written {
  const all = Object.entries(sources);
  const renamed = all.filter(([, path]) => path !== "");
  return {
    roots: all.filter(([, path]) => path === "").map(([folder]) => folder),
    packages: Object.fromEntries(renamed.map(([folder, path]) => [path.replaceAll("/", "."), folder])),
  };
}

/** The sections of setup.cfg with the lines of each key: a line that is indented continues the one before. */
function settingsInConfiguration(text: string): Written {
  let section = "";
  let key = "";
  const lines = new Map<string, string[]>();
  for (const line of text.split(/\r?\n/)) {
    const [, name] = /^\[([^\]]+)\]/.exec(line) ?? [];
    const [, own = "", value = ""] = /^([\w.-]+)\s*[=:](.*)$/.exec(line) ?? [];
    if (name !== undefined) section = name;
    else if (own !== "") key = `${section} ${own.replaceAll("-", "_")}`;
    const written = own !== "" ? value : /^\s/.test(line) ? line : "";
    if (written.trim() !== "") getOrInsert(lines, key, () => []).push(written.trim());
  }
  const folders = (lines.get("options package_dir") ?? []).flatMap((line) => line.split(","));
  const pairs = folders.map((line) => line.split("=").map((part) => part.trim()));
  const { roots, packages } = withPackageFolders(
    Object.fromEntries(pairs.map(([name = "", folder = ""]) => [name, folder])),
  );
  const where = [...(lines.get("options.packages.find where") ?? []), ...(lines.get("tool:pytest pythonpath") ?? [])];
  return { roots: [...roots, ...where.flatMap(wordsOf)], packages };
}

/** A dictionary, or a text, that setup.py passes: `package_dir={"": "src"}`. */
const packageFolders = /\bpackage_dir\s*=\s*(\{[^{}]*\})/;

/** The folder of `find_packages("src")` and `find_packages(where="src")`. */
const foundIn = /\bfind_(?:namespace_)?packages\(\s*(?:where\s*=\s*)?(["'])([^"'\n]*)\1/g;

function settingsInSetup(text: string): Written {
  const dictionary = parseExpression(packageFolders.exec(text)?.[1] ?? "{}");
  const pairs =
    dictionary.kind === "dict"
      ? dictionary.keys.flatMap((key, at) => {
          const value = dictionary.values[at];
          return key.kind === "string" && value?.kind === "string" ? [[key.value, value.value] as const] : [];
        })
      : [];
  const { roots, packages } = withPackageFolders(Object.fromEntries(pairs));
  return { roots: [...roots, ...Array.from(text.matchAll(foundIn), ([, , folder = ""]) => folder)], packages };
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}
