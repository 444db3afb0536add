/** A symbol in the view of code, in the browser. Input: the answer of get_symbol_context; output: its source, and what uses it. */
import { element } from "./element.ts";
import { numberedLines } from "./numbered-lines.ts";
import { cutOf, numberOf, type Reply, rowsOf, textOf } from "./view-answers.ts";
import { type Fields, fieldsOf, listOf } from "./view-host.ts";
import { itemsOf, type Navigation, note, placeOf } from "./view-rows.ts";

/** The lists of an answer, with their titles; true for lists whose lines are the ones of definitions. */
const lists: readonly (readonly [key: string, title: string, areDefinitions: boolean])[] = [
  ["callers", "Used by", false],
  ["tests", "Tests", true],
  ["uses", "Uses", true],
  ["bases", "Bases", true],
  ["derived", "Derived", false],
  ["overrides", "Overrides", true],
  ["overridden_by", "Overridden by", true],
  ["candidates", "Others of this name", true],
];

/** Returns the elements that show a symbol, or the words that came instead of it. */
export function symbolParts(reply: Reply, navigation: Navigation): readonly HTMLElement[] {
  if ("text" in reply) return [element("pre", {}, reply.text)];
  const { answer } = reply;
  const { filepath, line } = fieldsOf(answer.definition);
  const parts = lists.flatMap(([key, title, areDefinitions]) => {
    const rows = itemsOf(rowsOf(answer[key]), navigation, { areDefinitions });
    return rows.length === 0 ? [] : [element("h3", {}, title), ...rows];
  });
  return [
    element("h2", {}, element("bdi", {}, textOf(answer.symbol))),
    element("p", {}, placeOf(textOf(filepath), numberOf(line))),
    ...listOf(answer.results).flatMap((file) =>
      listOf(fieldsOf(file).definitions).flatMap((one) => sourceOf(fieldsOf(one))),
    ),
    ...parts,
    note(cutOf(answer)),
  ];
}

/** The source of a definition, or else its signature. Lines have numbers if the source ends with the definition. */
function sourceOf(definition: Fields): readonly HTMLElement[] {
  const source = textOf(definition.source);
  if (source === "") return [element("pre", {}, textOf(definition.signature))];
  const lines = source.split("\n");
  const first = numberOf(definition.end_line) - lines.length + 1;
  const isWhole = lines[numberOf(definition.line) - first]?.includes(textOf(definition.name)) === true;
  return [element("pre", { tabindex: "0" }, ...(isWhole ? numberedLines(source, first) : [source]))];
}
