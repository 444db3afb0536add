/**
 * The command `codegrove stats`. Input: the counts of sessions; output: a table of the last session and of all, or the same as JSON.
 */
import { counted, numberText } from "../base/counted.ts";
import { jsonText } from "../base/escape/json.ts";
import { lineText } from "../base/escape/line.ts";
import { noCounts, type SessionCounts, type ToolCounts } from "../stats/stats-files.ts";
import { alignedText } from "./aligned-text.ts";

/** An action of `codegrove stats`. */
export type StatsAction = "clear" | "show";

/** Returns the counts as text for people, or as JSON. */
export function shownStats(sessions: readonly SessionCounts[], isJson: boolean): string {
  const [last] = sessions;
  const all = sumOf(sessions);
  if (isJson) {
    const shown = (tools: SessionCounts["tools"]) => Object.fromEntries(tools);
    const session = last && { started: last.started, tools: shown(last.tools) };
    return `${jsonText({ sessions: sessions.length, last: session ?? null, all: shown(all) })}\n`;
  }
  if (last === undefined)
    return "No session was counted. CODEGROVE_STATS=true in the environment of the server counts.\n";
  const first = sessions.at(-1)?.started ?? "";
  return [
    `The last session, from ${last.started} UTC`,
    tableOf(last.tools),
    `${counted(sessions.length, "session")} since ${first} UTC`,
    tableOf(all),
    explanation,
  ].join("\n");
}

const explanation = `rg is rg --heading -nw NAME in the same folders: lines with the name, comments included, which
an answer sorts, resolves and places. Answers to other questions are not compared.
`;

const heads = ["tool", "calls", "characters", "compared", "their characters", "characters of rg"];

function tableOf(tools: SessionCounts["tools"]): string {
  const rows = [...tools].sort(([a], [b]) => (a < b ? -1 : 1));
  const sum = total([...tools.values()]);
  const lines = [heads, ...rows.map(([tool, counts]) => rowOf(tool, counts)), rowOf("all", sum)];
  const mark = "\t";
  return alignedText(
    lines.map((cells) => `  ${cells.join(mark)}\n`),
    mark,
  );
}

function rowOf(tool: string, counts: ToolCounts): readonly string[] {
  const { calls, characters, compared, compared_characters: ours, rg_characters: rg } = counts;
  const numbers = [calls, characters, ...(compared === 0 ? [] : [compared, ours, rg])];
  return [lineText(tool), ...numbers.map((number) => numberText(number))];
}

function sumOf(sessions: readonly SessionCounts[]): SessionCounts["tools"] {
  const tools = [...new Set(sessions.flatMap((session) => [...session.tools.keys()]))];
  return new Map(tools.map((tool) => [tool, total(sessions.map((session) => session.tools.get(tool) ?? noCounts))]));
}

function total(counts: readonly ToolCounts[]): ToolCounts {
  return counts.reduce(
    (sum, one) => ({
      calls: sum.calls + one.calls,
      characters: sum.characters + one.characters,
      compared: sum.compared + one.compared,
      compared_characters: sum.compared_characters + one.compared_characters,
      rg_characters: sum.rg_characters + one.rg_characters,
    }),
    noCounts,
  );
}
