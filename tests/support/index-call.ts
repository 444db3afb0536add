import { expect } from "vitest";
import type { IndexAnswer } from "../../src/answers/answer.ts";
import { readCursor, writeCursor } from "../../src/answers/cursor.ts";
import type { RowValues } from "../../src/answers/rows.ts";
import type { Code } from "../../src/code-index/code.ts";
import { writtenIn } from "../../src/formats/format.ts";
import { answerText, json } from "../../src/formats/json.ts";
import { parseIndexInput } from "../../src/tools/arguments/input.ts";
import type { AnswerBounds } from "../../src/tools/contract/answer-bounds.ts";
import type { AnyIndexTool, BoundIndexTool } from "../../src/tools/contract/index-tool.ts";
import type { FileRows, Plan } from "../../src/tools/contract/plan.ts";

export const noBounds: AnswerBounds = {
  charsOf: (answer) => answerText(answer).length,
  maxChars: Number.POSITIVE_INFINITY,
  searchedFiles: 5,
  filesWithErrors: 0,
  skipped: undefined,
  unread: [],
  patchFolders: ["/"],
  after: undefined,
  cursorAfter: (place) => writeCursor(callKey, { place }),
};

/** The key of all calls in cursors. */
const callKey = "";

/** Rounds of a call, as many as the engine makes. */
const maxRounds = 100;

/** Calls a tool over the index as the engine does: what passes between threads is copied as they copy it. */
export async function callIndex(
  tool: AnyIndexTool,
  code: Code,
  given: Readonly<Record<string, unknown>>,
  bounds: Partial<AnswerBounds> = {},
): Promise<IndexAnswer> {
  const input = parseIndexInput(tool, given);
  const bound = tool.bind(input);
  let plan = structuredClone(await bound.plan(code));
  const rows: FileRows[] = [];
  for (let rounds = 0; rounds < maxRounds; rounds++) {
    const found = await rowsOf(bound, code, plan);
    rows.push(...found);
    const next = plan.files.length === 0 ? undefined : await bound.next?.(code, plan, structuredClone(found));
    if (next === undefined) break;
    plan = structuredClone(next);
  }
  const after = input.cursor === undefined ? undefined : readCursor(callKey, input.cursor).place;
  const all = { ...noBounds, after, ...bounds };
  return bound.answer(plan, rows, {
    ...all,
    maxChars: Math.min(all.maxChars, input.max_chars ?? tool.defaultChars ?? all.maxChars),
  });
}

async function rowsOf(bound: BoundIndexTool, code: Code, plan: Plan): Promise<readonly FileRows[]> {
  const rows: FileRows[] = [];
  for (const path of plan.files) {
    const found = await rowsIn(path, bound, code, plan);
    if (found !== undefined) rows.push({ filepath: code.nameOf(path), rows: structuredClone(found) });
  }
  return rows;
}

/** The rows of a file. Rows that a tool has without a tree are compared with the rows of the tree. */
export async function rowsIn(
  path: string,
  { rows }: BoundIndexTool,
  code: Code,
  plan: Plan,
): Promise<RowValues | undefined> {
  if (rows.rowsFrom === "path") return (await rows.rowsOf(path, code, plan)) ?? undefined;
  if (rows.rowsFrom === "tree") return await code.withParsed(path, (file) => rows.rowsOf(file, path, code, plan));
  const found = await code.withFile(path, (file) => rows.rowsOf(file, code, plan));
  if (rows.rowsFrom === "names once" || rows.rowsOfDeclarations === undefined) return found;
  const { rowsOfDeclarations } = rows;
  const known = await code.withDeclarations(path, (file) => rowsOfDeclarations(file, code, plan));
  if (known !== undefined) expect(known).toEqual(found);
  return found;
}

/** The answer as JSON, read back: `undefined` keys are gone. */
export function written(answer: IndexAnswer): unknown {
  return JSON.parse(writtenIn(json, answer).text);
}
