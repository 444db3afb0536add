/**
 * The graph of dependencies between files (imports, includes), with its cycles and layers. Input: the index, and what
 * each language's imports name; output: files, edges with their lines, and names that stand for no file.
 */
import { DeclarationFlag } from "../facts/declaration-facts.ts";
import { type CodeIndex, type Import, type IndexedFile, lineOfImport } from "./code-index.ts";
import { type DependencyFinder, filesOf } from "./dependency.ts";
import { type Component, componentsOf, type Digraph, layersOf } from "./digraph.ts";
import { isStub } from "./symbol-kind.ts";

/** The condition of an import: always, only for a type checker, or when the function around it is called. */
type ImportTime = "load" | "typing" | "lazy";

/** A file that needs another one. Files are indices of `files`. */
export type DependencyEdge = {
  readonly from: number;
  readonly to: number;
  /** The first of `lines`. */
  readonly line: number;
  /** The lines of the imports that count the soonest, in order. */
  readonly lines: readonly number[];
  readonly time: ImportTime;
};

/** A name in a file that stands for no file. */
export type OpenDependency = { readonly from: number; readonly line: number; readonly name: string };

/** The dependencies between the files of a code base. */
export type DependencyGraph = {
  /** Files of languages whose dependencies are known, in path order. */
  readonly files: readonly IndexedFile[];
  /** In the order of `from`, then of `to`. No file needs itself. */
  readonly edges: readonly DependencyEdge[];
  /** The files that include or import themselves, each at its first such line. */
  readonly loops: readonly DependencyEdge[];
  /** In the order of files and lines. */
  readonly unresolved: readonly OpenDependency[];
  readonly external: readonly OpenDependency[];
  readonly ambiguous: readonly (OpenDependency & { readonly candidates: readonly number[] })[];
  /** Components and layers of what files need when they are loaded: `typing` and `lazy` imports do not count. */
  readonly loading: Digraph;
  readonly components: readonly Component[];
  readonly layers: Int32Array;
};

/**
 * Finds the dependencies between the files of a code base, using only its index.
 *
 * @param dependenciesOf finds the files that files of a language name; undefined if that is not known
 */
export function dependencyGraphOf(
  index: CodeIndex,
  dependenciesOf: (language: string) => DependencyFinder | undefined,
): DependencyGraph {
  const finders = new Map<string, DependencyFinder | undefined>();
  const finderOf = (language: string) => {
    if (!finders.has(language)) finders.set(language, dependenciesOf(language));
    return finders.get(language);
  };
  const files = index.files.filter(({ language }) => finderOf(language) !== undefined);
  const numbers = new Map(files.map(({ path }, number) => [path, number]));
  const numbersOf = (found: readonly IndexedFile[]) => found.flatMap(({ path }) => numbers.get(path) ?? []);
  const edges: DependencyEdge[] = [];
  const loops: DependencyEdge[] = [];
  const unresolved: OpenDependency[] = [];
  const external: OpenDependency[] = [];
  const ambiguous: (OpenDependency & { readonly candidates: readonly number[] })[] = [];
  for (const [from, file] of files.entries()) {
    const own = new Map<number, OwnImports>();
    const told = new Set<string>();
    for (const imported of file.imports) {
      const found = finderOf(file.language)?.(imported, file);
      if (found === undefined) continue;
      const { name, target } = found;
      const line = lineOfImport(imported);
      if ("missing" in target || "ambiguous" in target) {
        // `from a.b import c, d` is two imports, and one name that stands for no file.
        if (told.has(`${line} ${name}`)) continue;
        told.add(`${line} ${name}`);
      }
      if ("missing" in target) (target.missing === "external" ? external : unresolved).push({ from, line, name });
      else if ("ambiguous" in target) ambiguous.push({ from, line, name, candidates: numbersOf(target.ambiguous) });
      for (const to of numbersOf(filesOf(target) ?? [])) {
        addImport(own, { from, to, line, time: importTimeOf(imported, file) });
      }
    }
    for (const { lines, ...edge } of [...own.values()].sort((a, b) => a.to - b.to)) {
      const sorted = [...lines].sort((a, b) => a - b);
      (edge.to === from ? loops : edges).push({ ...edge, line: sorted[0] ?? 0, lines: sorted });
    }
  }
  const loading = {
    targets: targetsOf(
      files.length,
      edges.filter(({ time }) => time === "load"),
    ),
  };
  const components = componentsOf(loading);
  const layers = layersOf(loading, components);
  return { files, edges, loops, unresolved, external, ambiguous, loading, components, layers };
}

/** Returns the edges of a graph by node: the files that each file needs. */
export function targetsOf(
  size: number,
  edges: readonly Pick<DependencyEdge, "from" | "to">[],
): readonly (readonly number[])[] {
  const targets: number[][] = Array.from({ length: size }, () => []);
  for (const { from, to } of edges) targets[from]?.push(to);
  return targets;
}

/** The times of imports, the soonest first. */
const times: readonly ImportTime[] = ["load", "lazy", "typing"];

/** Returns when an import of a file counts. */
export function importTimeOf({ kind, flags }: Import, file: IndexedFile): ImportTime {
  if ((flags & DeclarationFlag.typing) !== 0 || isStub(file)) return "typing";
  const isLazy = kind === "lazy_import" || (flags & (DeclarationFlag.local | DeclarationFlag.ofMain)) !== 0;
  return isLazy ? "lazy" : "load";
}

/** The imports of a file by another one that count the soonest. */
type OwnImports = Omit<DependencyEdge, "line" | "lines"> & { readonly lines: Set<number> };

/** Adds an import to what a file imports, by the imported file. */
function addImport(own: Map<number, OwnImports>, { line, ...edge }: Omit<DependencyEdge, "lines">): void {
  const known = own.get(edge.to);
  const order = known === undefined ? -1 : times.indexOf(edge.time) - times.indexOf(known.time);
  if (order < 0) own.set(edge.to, { ...edge, lines: new Set([line]) });
  else if (order === 0) known?.lines.add(line);
}
