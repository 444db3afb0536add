/**
 * The command `codegrove hook NAME`, which clients run at an event. Input: the event as JSON on stdin; output: a sentence for the agent
 * as JSON, or nothing. A problem of any kind gives nothing, so that no client is held up or fails.
 */
import { relative, resolve } from "node:path";
import type { Readable } from "node:stream";
import { jsonText } from "../../base/escape/json.ts";
import { lineText } from "../../base/escape/line.ts";
import { isObject } from "../../base/is-object.ts";
import { hookTimeoutMs, maxHookBytes, maxHookRows } from "../../base/limits.ts";
import { canonicalPath, isInside } from "../../base/real-path.ts";
import { statsAt } from "../../base/stats.ts";
import type { Engine } from "../../engine/engine.ts";
import { checkFile } from "../../tools/check-file.ts";
import type { TextStream } from "../status-line.ts";
import type { HookName } from "./hook-names.ts";
import { searchedName } from "./searched-name.ts";

type Event = Readonly<Record<string, unknown>>;

export type HookSurroundings = {
  /** The folder of the project, absolute: the client runs hooks in it. */
  readonly cwd: string;
  readonly stdin: Readable;
  readonly stdout: TextStream;
};

/** Answers an event of a client. Returns after the answer, or when the time is over. */
export async function runHook(engine: Engine, name: HookName, { cwd, stdin, stdout }: HookSurroundings): Promise<void> {
  const signal = AbortSignal.timeout(hookTimeoutMs);
  const event = await eventOn(stdin, signal);
  if (event === undefined) return;
  const text = await answers[name](event, { engine, cwd, signal });
  const { hook_event_name: hookEventName } = event;
  if (text === undefined || typeof hookEventName !== "string") return;
  stdout.write(`${jsonText({ hookSpecificOutput: { hookEventName, additionalContext: text } })}\n`);
}

/** The reminder at the start of a session: an agent pays for it each time. */
const reminder =
  "codegrove is set up in this project. About the structure of code, ask it before you grep or read whole files: list_symbols PATH, " +
  "find_definition X, find_references X; get_symbol_context X before a change, check_file PATH after an edit.";

type Context = Pick<HookSurroundings, "cwd"> & { readonly engine: Engine; readonly signal: AbortSignal };

const answers: Readonly<Record<HookName, (event: Event, context: Context) => Promise<string | undefined>>> = {
  session: async () => reminder,
  search: async ({ tool_input: input }, { engine, cwd }) => {
    const name = isObject(input) ? searchedName(input) : undefined;
    if (name === undefined) return undefined;
    const { places, declarations, files } = await engine.knownSymbol(cwd, name, maxHookRows);
    if (declarations === 0) return undefined;
    const shown = places.map(({ path, line }) => `${relative(cwd, path)}:${line}`).join(", ");
    const more = declarations > places.length ? `, and ${declarations - places.length} more` : "";
    const where = `codegrove knows ${name} as a symbol, declared in ${shown}${more}; its name is in ${files} ${files === 1 ? "file" : "files"}.`;
    return `${lineText(where)} find_references ${name} lists its uses with the functions that they are in.`;
  },
  edit: async ({ tool_input: input }, { engine, cwd, signal }) => {
    const path = isObject(input) ? input.file_path : undefined;
    if (typeof path !== "string") return undefined;
    const file = canonicalPath(resolve(cwd, path));
    if (!isInside(file, [canonicalPath(cwd)]) || statsAt(file)?.isFile() !== true) return undefined;
    const rows: string[] = [];
    let count = 0;
    await engine.call(checkFile, { filepath: file }, signal, {
      result: ({ result }) => {
        if (!("rows" in result)) return;
        const { diagnostics } = result.rows.values;
        for (const row of Array.isArray(diagnostics) ? diagnostics.filter(isObject) : []) {
          if (row.severity !== "error") continue;
          count++;
          if (rows.length < maxHookRows) rows.push(lineText(`${row.line}:${row.column}: ${row.message}`));
        }
      },
    });
    if (count === 0) return undefined;
    const more = count > rows.length ? [`and ${count - rows.length} more`] : [];
    return [`check_file finds errors in ${lineText(relative(cwd, file))}:`, ...rows, ...more].join("\n");
  },
};

/** Reads an event; undefined if it is too long, does not end in time, or is not an object of JSON. */
async function eventOn(stdin: Readable, signal: AbortSignal): Promise<Event | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const end = () => stdin.destroy();
  signal.addEventListener("abort", end);
  try {
    for await (const chunk of stdin) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxHookBytes) return undefined;
    }
    const event: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    return isObject(event) ? event : undefined;
  } finally {
    signal.removeEventListener("abort", end);
  }
}
