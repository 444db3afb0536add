/**
 * The outline of the report's page, in the browser. Input: the files and symbols of the page; output: a tree of
 * folders, files and symbols, each part made when it is opened.
 */
import { counted } from "../../base/counted.ts";
import { linkTo } from "../link-template.ts";
import type { FileData, PageData, SymbolData } from "../page-data.ts";
import { element } from "./element.ts";
import { type Folder, folderTree } from "./folder-tree.ts";
import { growList, whenOpened } from "./growing-list.ts";

/** The deepest level of symbols that is indented further. */
const maxIndent = 6;

/** Fills the outline: folders, their files, and the symbols of these, each when it is opened. */
export function fillTree(data: PageData): void {
  const tree = document.getElementById("tree");
  if (tree === null) return;
  const top = folderTree(data.files);
  tree.append(listOf(top, data));
  // A single entry says little.
  const [only, ...others] = tree.querySelectorAll("details");
  if (only !== undefined && others.length === 0) only.open = true;
}

function listOf(folder: Folder, data: PageData): HTMLElement {
  const list = element("ul");
  growList(list, [...folder.folders, ...folder.files], (entry) =>
    element("li", {}, "files" in entry ? folderItem(entry, data) : fileItem(entry, folder.path, data)),
  );
  return list;
}

function folderItem(folder: Folder, data: PageData): HTMLElement {
  const details = element(
    "details",
    { class: "folder" },
    element(
      "summary",
      {},
      element("span", { class: "name" }, element("bdi", {}, `${folder.name}/`)),
      element("span", { class: "meta" }, counted(folder.fileCount, "file")),
      element("span", { class: "meta lines" }, counted(folder.lines, "line")),
    ),
  );
  whenOpened(details, () => details.append(listOf(folder, data)));
  return details;
}

function fileItem(file: FileData, folder: string, data: PageData): HTMLElement {
  const { path, symbols, lines, leftOut = 0, hasErrors } = file;
  const details = element(
    "details",
    { class: "file" },
    element(
      "summary",
      {},
      element("span", { class: "name" }, element("bdi", {}, path.slice(folder.length))),
      ...(hasErrors ? [element("span", { class: "badge" }, "syntax errors")] : []),
      element("span", { class: "meta" }, counted(symbols.length + leftOut, "symbol")),
      element("span", { class: "meta lines" }, counted(lines, "line")),
    ),
  );
  whenOpened(details, () => {
    const href = linkTo(data.links, { path, line: 1, column: 1 });
    const list = element("ul", { class: "symbols" });
    details.append(element("p", { class: "open" }, element("a", { href }, element("bdi", {}, path))), list);
    growList(list, symbols, (symbol) => symbolItem(symbol, path, data));
    if (symbols.length + leftOut === 0) details.append(element("p", { class: "note" }, "This file defines nothing."));
    if (leftOut > 0) details.append(element("p", { class: "note" }, `${counted(leftOut, "symbol")} not in this page.`));
  });
  return details;
}

function symbolItem([depth, kind, name, container, line, column, signature]: SymbolData, path: string, data: PageData) {
  const href = linkTo(data.links, { path, line, column });
  return element(
    "li",
    { class: `symbol depth-${Math.min(depth, maxIndent)}` },
    element("span", { class: "kind" }, data.kinds[kind] ?? ""),
    element("a", { class: "signature", href }, ...signatureOf(name, container, signature)),
    element("span", { class: "line" }, String(line)),
  );
}

/** A signature with its name in bold, or the name where there is none. */
function signatureOf(name: string, container: string, signature: string): readonly (Node | string)[] {
  const bold = element("b", {}, name);
  if (signature === "") return container === "" ? [bold] : [element("span", { class: "muted" }, `${container} `), bold];
  const start = wordStart(signature, name);
  if (start < 0) return [bold, " ", element("span", { class: "muted" }, signature)];
  return [signature.slice(0, start), bold, signature.slice(start + name.length)];
}

/** The index of a name in a signature as a word: `size` of `resize_t size()`; -1 if it is not there. */
function wordStart(signature: string, name: string): number {
  let start = signature.indexOf(name);
  while (start >= 0 && /[\p{L}\p{N}_$]/u.test(signature[start - 1] ?? "")) start = signature.indexOf(name, start + 1);
  return start;
}
