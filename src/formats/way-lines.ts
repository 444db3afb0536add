import { CallWay } from "../answers/row-kinds.ts";
import type { RowValues } from "../answers/rows.ts";
import { nameText } from "../base/escape/name.ts";
import { plain } from "./plain.ts";

/**
 * Returns the ways from one function to another in an answer: a line for each way, and below it a line for each function,
 * ` name file:line at 12`, with the lines of the function before it that call it. Undefined for an answer about anything else.
 *
 * @param shortName returns a name without what all names of the answer begin with
 */
export function wayLines(
  { to, ways }: RowValues,
  shortName: (name: string) => string = (name) => name,
): readonly string[] | undefined {
  if (to === undefined || ways === undefined) return undefined;
  const found = CallWay.array().parse(ways);
  if (found.length === 0) return ["no way"];
  return found.flatMap(({ length, confidence, steps }) => [
    `way of ${length} ${length === 1 ? "call" : "calls"}${confidence === undefined ? "" : `, ${confidence}`}:`,
    ...steps.map(({ name, file, line, lines = [], confidence: own, possible, via, override, passed }, at) => {
      const path = steps[at - 1]?.file === file ? "" : nameText(file);
      return [
        ` ${nameText(shortName(name))}`,
        `${path}${line === undefined ? "" : `:${line}`}`,
        ...(lines.length === 0 ? [] : [`at ${lines.join(",")}`]),
        ...(own === undefined ? [] : [own]),
        ...(possible === true ? ["possible"] : []),
        ...(via === undefined ? [] : [`via ${plain(via)}`]),
        ...(override === true ? ["override"] : []),
        ...(passed === true ? ["passed"] : []),
      ].join(" ");
    }),
  ]);
}
