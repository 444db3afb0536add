/**
 * The packages that manifests such as Cargo.toml name. Input: the texts of manifests; output: for a file the package that it is of, and
 * the folder of a package that this one names, or that it is from outside.
 */
import { dirname, join, resolve } from "node:path";
import { isInside } from "../../base/real-path.ts";
import type { CodeIndex } from "../code-index.ts";

/** A package of the code base. */
export type CargoPackage = {
  readonly folder: string;
  /** As code names it. */
  readonly name: string;
  /** The file of its library, if the manifest names one. */
  readonly library: string | undefined;
  /** Name in code → folder of a package of the code base; undefined for one from outside. */
  readonly needs: ReadonlyMap<string, string | undefined>;
};

/** Packages that a manifest names. */
const maxNeeds = 2_000;

/** The packages around files, each manifest read once. */
export class CargoPackages {
  readonly #index: CodeIndex;
  readonly #textOf: (path: string) => string | undefined;
  readonly #manifest: string;
  readonly #known = new Map<string, CargoPackage | undefined>();
  readonly #tables = new Map<string, Tables | undefined>();

  constructor(index: CodeIndex, textOf: (path: string) => string | undefined, manifest: string) {
    this.#index = index;
    this.#textOf = textOf;
    this.#manifest = manifest;
  }

  /** The package that the files of a folder are of. */
  around(folder: string): CargoPackage | undefined {
    if (this.#known.has(folder)) return this.#known.get(folder);
    const tables = this.#tablesIn(folder);
    const found = tables?.name === undefined ? this.#outer(folder) : this.#packageOf(folder, tables);
    this.#known.set(folder, found);
    return found;
  }

  /** The package whose manifest is in a folder. */
  at(folder: string): CargoPackage | undefined {
    const found = this.around(folder);
    return found?.folder === folder ? found : undefined;
  }

  #outer(folder: string): CargoPackage | undefined {
    const outer = dirname(folder);
    const isInCode = this.#index.roots.some((root) => isInside(outer, [root]));
    return outer === folder || !isInCode ? undefined : this.around(outer);
  }

  #packageOf(folder: string, { name, library, libraryName, needs }: Tables): CargoPackage {
    const shared = needs.some(({ isShared }) => isShared) ? this.#sharedBy(folder) : new Map();
    const all = needs.map(({ name: needed, path, isShared }) => {
      const own = path === undefined ? undefined : resolve(folder, path);
      return [inCode(needed), isShared ? shared.get(inCode(needed)) : own] as const;
    });
    return {
      folder,
      name: inCode(libraryName ?? name ?? ""),
      library: library === undefined ? undefined : resolve(folder, library),
      needs: new Map(all),
    };
  }

  /** The packages that the manifest of the workspace around a folder names for its members. */
  #sharedBy(start: string): ReadonlyMap<string, string | undefined> {
    for (let folder = start; ; folder = dirname(folder)) {
      const tables = this.#tablesIn(folder);
      if (tables?.isWorkspace) {
        return new Map(
          tables.shared.map(({ name, path }) => [inCode(name), path === undefined ? undefined : resolve(folder, path)]),
        );
      }
      if (dirname(folder) === folder || !this.#index.roots.some((root) => isInside(folder, [root]))) return new Map();
    }
  }

  #tablesIn(folder: string): Tables | undefined {
    if (!this.#tables.has(folder)) {
      const text = this.#textOf(join(folder, this.#manifest));
      this.#tables.set(folder, text === undefined ? undefined : tablesIn(text));
    }
    return this.#tables.get(folder);
  }
}

type Need = { readonly name: string; readonly path: string | undefined; readonly isShared: boolean };

/** The parts of a manifest that name packages. */
type Tables = {
  readonly name: string | undefined;
  readonly library: string | undefined;
  readonly libraryName: string | undefined;
  readonly needs: readonly Need[];
  readonly isWorkspace: boolean;
  readonly shared: readonly Need[];
};

/** A package has this name in code. */
function inCode(name: string): string {
  return name.replaceAll("-", "_");
}

function tablesIn(text: string): Tables {
  let table = "";
  const values = new Map<string, string>();
  const needs = new Map<string, Need>();
  const shared = new Map<string, Need>();
  for (const line of text.split(/\r?\n/)) {
    const head = /^\s*\[+\s*([^\]]+?)\s*\]+/.exec(line)?.[1];
    if (head !== undefined) {
      table = head.replace(/["']/g, "");
      addOwnTable(table, needs, shared);
      continue;
    }
    const [, key = "", value = ""] = /^\s*["']?([\w.-]+)["']?\s*=\s*(.*)$/.exec(line) ?? [];
    if (key === "") continue;
    const kind = /(?:^|\.)(dev-|build-)?dependencies(?:\.(.+))?$/.exec(table);
    if (kind === null) {
      if (["package", "lib"].includes(table)) values.set(`${table}.${key}`, quoted(value) ?? "");
      continue;
    }
    const into = table.startsWith("workspace.") ? shared : needs;
    if (into.size >= maxNeeds) continue;
    const own = kind[2];
    const [name = "", part] = own === undefined ? key.split(".") : [own, key];
    const known = into.get(name);
    const path = part === "path" ? quoted(value) : /\bpath\s*=\s*["']([^"']*)["']/.exec(value)?.[1];
    const isShared = part === "workspace" || /\bworkspace\s*=\s*true/.test(value);
    into.set(name, { name, path: path ?? known?.path, isShared: isShared || known?.isShared === true });
  }
  return {
    name: values.get("package.name"),
    library: values.get("lib.path"),
    libraryName: values.get("lib.name"),
    needs: [...needs.values()],
    isWorkspace: /^\s*\[workspace\b/m.test(text),
    shared: [...shared.values()],
  };
}

/** Adds the package that a table of its own names: `[dependencies.x]`. */
function addOwnTable(table: string, needs: Map<string, Need>, shared: Map<string, Need>): void {
  const name = /(?:^|\.)(?:dev-|build-)?dependencies\.(.+)$/.exec(table)?.[1];
  if (name === undefined) return;
  (table.startsWith("workspace.") ? shared : needs).set(name, { name, path: undefined, isShared: false });
}

/** The text between quotes. */
function quoted(value: string): string | undefined {
  return /^["']([^"']*)["']/.exec(value)?.[1];
}
