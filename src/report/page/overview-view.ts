/**
 * The overview of a folder in the view of code, in the browser. Input: the arguments of a call of get_file_summary; output: numbers, parts,
 * and the files and functions that are needed, hard to read or changed last.
 */
import { counted, numberText } from "../../base/counted.ts";
import { element } from "./element.ts";
import { ask, cutOf, numberOf, type Reply, rowsOf, textOf } from "./view-answers.ts";
import { type Fields, fieldsOf, type Host, listOf } from "./view-host.ts";
import { buttonTo, itemsOf, type Navigation, note } from "./view-rows.ts";

/** Rows of each list of the overview. */
const maxRows = 10;

/** Revisions that changes are looked for since: a young repository has few commits. */
const bases = ["HEAD~10", "HEAD~3", "HEAD~1", "HEAD"];

/** Returns the elements of an overview. The parts that take longer fill themselves in. */
export async function overviewParts(
  host: Host,
  input: Fields,
  navigation: Navigation,
): Promise<readonly HTMLElement[]> {
  const reply = await ask(host, "get_file_summary", input);
  // Lines of files, and a text that is not saved, are not about a folder.
  if ("text" in reply || "source" in input || "lines" in input)
    return [element("pre", {}, "text" in reply ? reply.text : JSON.stringify(reply.answer, undefined, 2))];
  const answer = withTotals(reply.answer);
  const about = { filepath: input.filepath ?? "." };
  return [
    figuresOf(answer),
    note(cutOf(answer)),
    element(
      "div",
      { class: "answers" },
      partOf("Parts", "The largest first.", partRows(answer, navigation)),
      partOf("Hard to read", "By cognitive complexity.", worstRows(answer, navigation)),
      later("Needed most", "By files or folders that import them.", async () =>
        neededRows(await ask(host, "get_dependency_graph", about), navigation),
      ),
      later("Changed last", "", () => changedRows(host, about, navigation)),
    ),
  ];
}

/** Returns an answer about one file, whose numbers are in its only entry, in the form of an answer about a folder. */
function withTotals(answer: Fields): Fields {
  const [only] = listOf(answer.results);
  if (answer.lines !== undefined || only === undefined) return answer;
  const { functions, filepath, ...file } = fieldsOf(only);
  const worst = listOf(functions)
    .map((one): Fields => ({ ...fieldsOf(one), file: filepath }))
    .sort((a, b) => numberOf(b.cognitive) - numberOf(a.cognitive));
  return { ...answer, ...file, ...(Array.isArray(functions) && { functions: worst.length }), worst };
}

function figuresOf(answer: Fields): HTMLElement {
  const lines = fieldsOf(answer.lines);
  const figures: readonly (readonly [string, unknown])[] = [
    ["files", answer.total_files],
    ["lines", lines.total],
    ["code lines", lines.code],
    ["functions", answer.functions],
    ["classes", answer.classes],
  ];
  const known = figures.filter(([, value]) => typeof value === "number");
  return element(
    "p",
    { class: "figures" },
    ...known.flatMap(([name, value]) => [element("b", {}, numberText(numberOf(value))), ` ${name} `]),
  );
}

function partOf(title: string, lead: string, parts: readonly HTMLElement[]): HTMLElement {
  const section = element("section", {}, element("h3", {}, title), note(lead), ...parts);
  section.hidden = parts.length === 0;
  return section;
}

/** Returns a part that is shown at once, and filled in when the server has answered. */
function later(title: string, lead: string, rowsOfPart: () => Promise<readonly HTMLElement[]>): HTMLElement {
  const waiting = note("Asking the server …");
  const section = partOf(title, lead, [waiting]);
  void rowsOfPart().then((parts) => {
    waiting.remove();
    section.append(...(parts.length === 0 ? [note("None.")] : parts));
  });
  return section;
}

/** The files or folders of the answer, whichever it lists. */
function partRows(answer: Fields, { showFolder }: Navigation): readonly HTMLElement[] {
  const rows = listOf(answer.results).map((entry) => {
    const { filepath, files, lines } = fieldsOf(entry);
    return { path: textOf(filepath), files: numberOf(files) || 1, lines: numberOf(fieldsOf(lines).total) };
  });
  rows.sort((a, b) => b.lines - a.lines);
  return tableOf(
    ["Part", "Files", "Lines"],
    rows.map(({ path, files, lines }) => [
      buttonTo(path, () => showFolder(path)),
      numberText(files),
      numberText(lines),
    ]),
  );
}

function worstRows(answer: Fields, { showSymbol }: Navigation): readonly HTMLElement[] {
  const rows = listOf(answer.worst).map((entry) => {
    const { file, name, line, cognitive } = fieldsOf(entry);
    const symbol = { name: textOf(name), path: textOf(file), line: numberOf(line), isDefinition: true };
    return [buttonTo(symbol.name, () => showSymbol(symbol)), numberText(numberOf(cognitive))] as const;
  });
  return tableOf(["Function", "Cognitive"], rows);
}

/** The files, or the folders of a large graph, that most others import. */
function neededRows(reply: Reply, { showFolder }: Navigation): readonly HTMLElement[] {
  if ("text" in reply) return [note(reply.text)];
  const importers = new Map<string, Set<string>>();
  for (const edge of listOf(reply.answer.edges)) {
    const [from, to] = [textOf(fieldsOf(edge).from), textOf(fieldsOf(edge).to)];
    importers.set(to, (importers.get(to) ?? new Set()).add(from));
  }
  const rows = [...importers].sort(([, a], [, b]) => b.size - a.size);
  const names = rows.map(([path, from]) => [buttonTo(path, () => showFolder(path)), numberText(from.size)] as const);
  return [...tableOf(["Name", "Needed by"], names), note(cutOf(reply.answer))];
}

async function changedRows(host: Host, about: Fields, navigation: Navigation): Promise<readonly HTMLElement[]> {
  let reply: Reply = { text: "" };
  for (const base of bases) {
    reply = await ask(host, "get_changes", { ...about, base, include: ["includers"] });
    if ("text" in reply) continue;
    const lead = note(`Since ${textOf(reply.answer.base)}.`);
    const rows = itemsOf(rowsOf(reply.answer.results), navigation, { areDefinitions: true, most: maxRows });
    return [lead, ...rows, note(cutOf(reply.answer))];
  }
  return [note("text" in reply ? reply.text : "")];
}

/** Returns a table of the first rows, and a note if there are more; nothing without rows. */
function tableOf(
  heads: readonly string[],
  rows: readonly (readonly (HTMLElement | string)[])[],
): readonly HTMLElement[] {
  if (rows.length === 0) return [];
  const cells = (row: readonly (HTMLElement | string)[]) =>
    row.map((cell, at) => (at === 0 ? element("th", { scope: "row" }, cell) : element("td", {}, cell)));
  const table = element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows.slice(0, maxRows).map((row) => element("tr", {}, ...cells(row)))),
  );
  return rows.length > maxRows ? [table, note(`${maxRows} of ${counted(rows.length, "row")}.`)] : [table];
}
