import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { packageFolder } from "./built-server.ts";

/** All files of Markdown at the top and in docs. */
export const markdownFiles: readonly string[] = [".", "docs", "docs/users", "docs/developers"].flatMap((folder) =>
  readdirSync(join(packageFolder, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name)),
);

/** The documents of the package: these files without the changes, which name what is gone. */
export const documents: readonly string[] = markdownFiles.filter((name) => name !== "CHANGELOG.md");

const topFolders = ["src", "queries", "tests", "scripts", "lab", "docs", "grammars", ".ci"];
const allFolders = foldersIn("src");
const sourceFolders = allFolders.filter((path) => !path.includes("/"));
/** Folders of src at any depth, by their own names: `cpp/prepare.ts` is a file of src/syntax/cpp. */
const nestedFolders = allFolders.filter((path) => path.includes("/")).map((path) => basename(path));
const fileNames = new Set(
  topFolders
    .flatMap(filesIn)
    .concat(readdirSync(packageFolder))
    .map((path) => basename(path)),
);

/** Words that look like paths of src. */
const methods = ["tools/list", "tools/call", "completion/complete", "skills/list", "skills/get"];

export function readDocument(document: string): string {
  return readFileSync(join(packageFolder, document), "utf8");
}

/**
 * The paths that a text names in backticks, or at the beginnings of lines, numbers left out, in blocks without a language as the picture of
 * ARCHITECTURE.md does: those that begin with a folder of the package or with one of src. A part that is left open, such as
 * `tests/fixtures/captures/<name>/`, ends a path.
 */
export function pathsIn(text: string): readonly string[] {
  return [...codeWords(text), ...pictureWords(text)]
    .map((word) => word.replace(/\/(?:[<…*].*)?$/, ""))
    .filter((word) => /^[\w.-]+(\/[\w.-]+)+$/.test(word) && !methods.includes(word))
    .filter((word) => [...topFolders, ...sourceFolders, ...nestedFolders].includes(word.split("/")[0] ?? ""));
}

/** The names of files without a folder that a text has in backticks. */
export function fileNamesIn(text: string): readonly string[] {
  return codeWords(text).filter((word) => /^[\w.-]+\.(?:ts|mjs|cjs|py|scm|json|md)$/.test(word));
}

/** The scripts of package.json that a text runs. */
export function npmScriptsIn(text: string): readonly string[] {
  return [...text.matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(test|start)\b)/g)].map(
    ([, named, short]) => named ?? short ?? "",
  );
}

/** The commands that a text has in backticks, with the names of their flags. */
export function commandsIn(text: string): readonly { readonly command: string; readonly flags: readonly string[] }[] {
  return [...text.matchAll(/`codegrove ([a-z_]+)([^`\n]*)`/g)].map(([, command = "", rest = ""]) => ({
    command,
    flags: [...rest.matchAll(/ --([a-z-]+)/g)].map(([, flag]) => flag ?? ""),
  }));
}

/** The relative links of a text. */
export function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, link]) => link ?? "");
}

/** The links of a text to headings: of another document, or of its own with an empty path. */
export function anchorsIn(text: string): readonly { readonly path: string; readonly anchor: string }[] {
  return [...text.matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)].map(([, path = "", anchor = ""]) => ({
    path,
    anchor,
  }));
}

/** The anchors that GitHub gives to the headings of a text. */
export function headingAnchorsOf(text: string): readonly string[] {
  const headings = [...text.replace(/^```[\s\S]*?^```$/gm, "").matchAll(/^#+ (.*)$/gm)];
  return headings.map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** True when a path of `pathsIn` leads to a file or a folder, from the package or from src. */
export function isPathThere(path: string): boolean {
  const [first = "", ...rest] = path.split("/");
  const nested = allFolders.filter((folder) => basename(folder) === first);
  return [path, `src/${path}`, ...nested.map((folder) => join("src", folder, ...rest))].some((candidate) =>
    [candidate, `${candidate}.ts`].some((file) => existsSync(join(packageFolder, file))),
  );
}

/** True when a file of the package has that name, in any folder. */
export function isFileThere(name: string): boolean {
  return fileNames.has(name);
}

function codeWords(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code]) => (code ?? "").split(/[\s=:]+/));
}

function pictureWords(text: string): readonly string[] {
  return [...text.matchAll(/^```\n([\s\S]*?)^```$/gm)].flatMap(([, picture]) =>
    (picture ?? "").split("\n").map((line) => /^[│\s]*(?:\d+\s+)?(\S+)/.exec(line)?.[1] ?? ""),
  );
}

function foldersIn(folder: string): readonly string[] {
  return entriesOf(folder).filter((path) => !/\.\w+$/.test(path));
}

function filesIn(folder: string): string[] {
  return entriesOf(folder).filter((path) => /\.\w+$/.test(path));
}

function entriesOf(folder: string): string[] {
  return readdirSync(join(packageFolder, folder), { recursive: true, encoding: "utf8" });
}
