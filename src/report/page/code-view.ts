/**
 * The view of code in a client that shows MCP Apps, in the browser: of get_file_summary an overview of a folder, of get_symbol_context a
 * symbol with its source and callers, and a search. Input: the arguments of a call; output: answers of tools, which the view asks the
 * server for through the client.
 */
import { counted } from "../../base/counted.ts";
import { element } from "./element.ts";
import { overviewParts } from "./overview-view.ts";
import { symbolParts } from "./symbol-view.ts";
import { ask, cutOf, type Reply, type Row, rowsOf, textOf } from "./view-answers.ts";
import { connectHost, type Fields } from "./view-host.ts";
import { itemsOf, type Navigation, note } from "./view-rows.ts";

/** A page of the view: what it shows, made again when the reader goes back to it. */
type Page = () => Promise<readonly HTMLElement[]>;

/** Files with hits that a search asks for. */
const maxFiles = 50;

const back = element("button", { type: "button", hidden: "" }, "Back");
const query = element("input", {
  type: "search",
  placeholder: "Search symbols",
  "aria-label": "Search symbols",
  spellcheck: "false",
});
const search = element("button", { type: "button" }, "Search");
const status = element("p", { id: "status", role: "status" });
const main = element("main");
document.body.append(element("div", { role: "search" }, back, query, search), status, main);

/** The pages up to the one that is shown. */
const pages: Page[] = [];
let shown = 0;

const host = connectHost({
  onInput: (input) => void open("symbol" in input || "line" in input ? symbolPage(input) : overviewPage(input)),
  onCancelled: () => {
    status.textContent = "The call was cancelled.";
  },
});

const navigation: Navigation = {
  showSymbol: ({ name, path, line, isDefinition }) =>
    void open(symbolPage({ symbol: name, filepath: path, ...(isDefinition && { line }) })),
  showFolder: (filepath) => void open(overviewPage({ filepath })),
};

// Not a form: a client's frame may allow scripts, and not that forms are sent.
search.addEventListener("click", find);
query.addEventListener("keydown", ({ key }) => {
  if (key === "Enter") find();
});

function find(): void {
  const words = query.value.trim();
  if (words !== "") void open(searchPage(words));
}

back.addEventListener("click", () => {
  pages.pop();
  void show();
});

function open(page: Page): Promise<void> {
  pages.push(page);
  return show();
}

/** Shows the last page. An answer that comes when another page is open already is not shown. */
async function show(): Promise<void> {
  const turn = ++shown;
  status.textContent = "Asking the server …";
  back.hidden = pages.length < 2;
  const parts = (await pages.at(-1)?.()) ?? [];
  if (turn !== shown) return;
  status.textContent = "";
  main.replaceChildren(...parts);
}

function overviewPage(input: Fields): Page {
  return async () => overviewParts(host, input, navigation);
}

function symbolPage(input: Fields): Page {
  return async () => symbolParts(await symbolOrAround(input), navigation);
}

/** Asks for a symbol, or if it has no definition, as a key of an object has none, for the one around it. */
async function symbolOrAround(input: Fields): Promise<Reply> {
  const reply = await ask(host, "get_symbol_context", input);
  const around = /^(.+?)(?:\.|::)(?:[^.:]|:(?!:))+$/.exec(textOf(input.symbol))?.[1];
  if ("answer" in reply || around === undefined || "line" in input) return reply;
  const other = await symbolOrAround({ ...input, symbol: around });
  return "answer" in other ? other : reply;
}

function searchPage(words: string): Page {
  const name = /[*?[~]/.test(words) ? words : `*${words}*`;
  return async () => {
    const reply = await ask(host, "list_symbols", { filepath: ".", name, detail: "signatures", max_results: maxFiles });
    if ("text" in reply) return [note(reply.text)];
    const rows = [...rowsOf(reply.answer.results)].sort((a, b) => rankOf(a, words) - rankOf(b, words));
    const heading = element("h2", {}, counted(rows.length, "symbol"));
    return [heading, ...itemsOf(rows, navigation, { areDefinitions: true }), note(cutOf(reply.answer))];
  };
}

/** 0 for the name itself, 1 for that in another case, 2 for how it begins, 3 for others. */
function rankOf({ name }: Row, words: string): number {
  if (name === words) return 0;
  const [lowerName, lowerWords] = [name.toLowerCase(), words.toLowerCase()];
  return lowerName === lowerWords ? 1 : lowerName.startsWith(lowerWords) ? 2 : 3;
}
