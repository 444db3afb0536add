/**
 * Clients that ask a server at the same time, while files change. Input: a way to connect, calls with the answer of a fresh process for
 * each state of the edited files, and how long; output: the times by tool, and every answer that is missing or wrong.
 */
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { randomNumbers } from "../../lab/random-numbers.mjs";
import type { EveryCall } from "./every-call.ts";
import { Session } from "./session.ts";
import { callTool } from "./tool-call.ts";

/** A client of a server, whatever it is connected by. */
export type LoadClient = {
  /** The text of the answer; rejects when it was cancelled, and when it cannot come. */
  readonly call: (name: string, input: object, signal: AbortSignal) => Promise<string>;
  readonly subscribe: () => Promise<unknown>;
  readonly close: () => Promise<unknown>;
  /** Goes away without a word. */
  readonly cut: () => Promise<unknown>;
};

/** Files that are edited, each with the texts that it has in turn. */
export type LiveFiles = Readonly<Record<string, readonly [string, string]>>;

/** Milliseconds after which an answer is lost. */
const lostMs = 120_000;

/** Milliseconds between two edits, on average. */
const editMs = 2_000;

/** Parts of the calls that are cancelled, and that end with their client. */
const cancelledPart = 0.1;
const cutPart = 0.03;

/** Edits files in turn, and knows the states that they had in a span of time. */
export class LiveEdits {
  readonly #folder: string;
  readonly #names: readonly string[];
  readonly #files: LiveFiles;
  /** For each file, its states with the time before each was written. */
  readonly #states: { readonly state: 0 | 1; readonly fromMs: number; untilMs: number }[][];

  constructor(folder: string, files: LiveFiles) {
    this.#folder = folder;
    this.#files = files;
    this.#names = Object.keys(files);
    this.#states = this.#names.map(() => []);
    for (const file of this.#names.keys()) this.#set(file, 0);
  }

  /** The states of all files: bit i is the state of file i. */
  get count(): number {
    return 2 ** this.#names.length;
  }

  setAll(state: number): void {
    for (const file of this.#names.keys()) this.#set(file, (state >> file) & 1 ? 1 : 0);
  }

  /** Changes a file to its other text. */
  change(file: number): void {
    this.#set(file, this.#states[file]?.at(-1)?.state === 0 ? 1 : 0);
  }

  /** The states that all files together may have had in a span. */
  statesIn(fromMs: number, untilMs: number): readonly number[] {
    return this.#states.reduce<readonly number[]>(
      (sums, states, file) => {
        const own = states.filter((one) => one.fromMs <= untilMs && one.untilMs >= fromMs).map(({ state }) => state);
        return [...new Set(sums.flatMap((sum) => own.map((state) => sum + state * 2 ** file)))];
      },
      [0],
    );
  }

  #set(file: number, state: 0 | 1): void {
    const name = this.#names[file] ?? "";
    const path = join(this.#folder, name);
    const fromMs = performance.now();
    // A reader finds the old text or the new one, and no further file.
    const written = `${this.#folder}.written`;
    writeFileSync(written, this.#files[name]?.[state] ?? "");
    renameSync(written, path);
    const states = this.#states[file] ?? [];
    const last = states.at(-1);
    if (last !== undefined) last.untilMs = performance.now();
    states.push({ state, fromMs, untilMs: Number.POSITIVE_INFINITY });
  }
}

/** The answers to calls for each state of the edited files, of a process that is started for this state. */
export async function freshAnswers(folder: string, edits: LiveEdits, calls: readonly EveryCall[]) {
  const answers: ReadonlyMap<string, string>[] = [];
  for (let state = 0; state < edits.count; state++) {
    edits.setAll(state);
    const session = new Session({ cwd: folder, args: [...loadFlags(folder), "--log-level", "error"], env: loadEnv });
    const ofState = new Map<string, string>();
    for (const [name, input] of calls) ofState.set(keyOf(name, input), (await callTool(session, name, input)).text);
    await session.close();
    answers.push(ofState);
  }
  edits.setAll(0);
  return answers;
}

/** The flags of all servers, and their environment: the answers are whole, on a busy machine too. */
export const loadFlags = (folder: string) => ["--root", folder, "--no-cache", "--allow-edits"];
export const loadEnv = { REQUEST_TIMEOUT: String(lostMs) };

/** Of an answer that is about files that were read before an edit and after it. */
const changedDuringCall = /"(changed_during_call)":\d+/;

const keyOf = (name: string, input: object) => `${name} ${JSON.stringify(input)}`;

type Load = {
  readonly connect: () => Promise<LoadClient>;
  readonly clients: number;
  readonly seconds: number;
  /** Milliseconds between two calls of a client, on average. */
  readonly pauseMs: number;
  readonly seed: number;
  readonly edits: LiveEdits;
  readonly calls: readonly EveryCall[];
  readonly expected: readonly ReadonlyMap<string, string>[];
};

/** What came of a load. */
export type LoadOutcome = {
  /** Milliseconds of each answer, by tool. */
  readonly times: ReadonlyMap<string, readonly number[]>;
  readonly answered: number;
  /** Answers that say that files changed during the call. */
  readonly changed: number;
  readonly cancelled: number;
  readonly cut: number;
  readonly edits: number;
  /** Answers that did not come. */
  readonly lost: readonly string[];
  /** Answers that no state of the files has. */
  readonly wrong: readonly string[];
};

/** Has clients ask until the time is over, and edits files meanwhile. */
export async function load({ connect, clients, seconds, pauseMs, seed, edits, calls, expected }: Load) {
  const endMs = performance.now() + seconds * 1_000;
  const times = new Map<string, number[]>();
  const [lost, wrong]: [string[], string[]] = [[], []];
  let [answered, changed, cancelled, cut, edited] = [0, 0, 0, 0, 0];

  const work = async (number: number) => {
    const random = randomNumbers(seed * 1_000 + number);
    let client = await connect();
    if (number % 2 === 0) await client.subscribe();
    while (performance.now() < endMs) {
      await wait(2 * pauseMs * random());
      const [name, input] = calls[Math.floor(random() * calls.length)] ?? ["", {}];
      const fate = random();
      const stop = new AbortController();
      const fromMs = performance.now();
      const answer = client.call(name, input, stop.signal);
      if (fate < cancelledPart) {
        const ended = answer.catch(() => {});
        await wait(30 * random());
        stop.abort();
        await ended;
        cancelled++;
      } else if (fate < cancelledPart + cutPart) {
        const ended = answer.catch(() => {});
        await wait(30 * random());
        await client.cut();
        await ended;
        client = await connect();
        if (number % 2 === 0) await client.subscribe();
        cut++;
      } else {
        const late = new AbortController();
        const text = await Promise.race([
          answer.catch((error: unknown) => `${error}`),
          wait(lostMs, undefined, { signal: late.signal }).catch(() => undefined),
        ]);
        late.abort();
        const untilMs = performance.now();
        const key = keyOf(name, input);
        if (text === undefined) lost.push(key);
        else {
          answered++;
          const own = times.get(name) ?? [];
          times.set(name, own);
          own.push(untilMs - fromMs);
          const right = edits.statesIn(fromMs, untilMs).map((state) => expected[state]?.get(key));
          const [, saysChanged] = changedDuringCall.exec(text) ?? [];
          if (saysChanged !== undefined) changed++;
          // Such an answer may be from two states.
          if (!right.includes(text) && saysChanged === undefined)
            wrong.push(`${key}\n  ${text}\n  instead of ${right.join("\n  or ")}`);
        }
      }
    }
    await client.close();
  };
  const edit = async () => {
    const random = randomNumbers(seed);
    for (; performance.now() < endMs; edited++) {
      await wait(2 * editMs * random());
      edits.change(Math.floor(random() * Math.log2(edits.count)));
    }
  };
  await Promise.all([edit(), ...Array.from({ length: clients }, (_, number) => work(number))]);
  const outcome: LoadOutcome = { times, answered, changed, cancelled, cut, edits: edited, lost, wrong };
  return outcome;
}

/** A table of Markdown: the middle time and the one that 99 of 100 calls do not exceed, by tool, of one client and of all. */
export function timesTable(one: LoadOutcome, all: LoadOutcome): string {
  const part = (times: readonly number[] = [], of: number) =>
    Math.round([...times].sort((a, b) => a - b)[Math.ceil(times.length * of) - 1] ?? 0);
  const rows = [...all.times]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([tool, times]) => {
      const alone = one.times.get(tool);
      return `| ${tool} | ${times.length} | ${part(alone, 0.5)} | ${part(alone, 0.99)} | ${part(times, 0.5)} | ${part(times, 0.99)} |`;
    });
  return [
    "| tool | calls | p50, one | p99, one | p50, all | p99, all |",
    "| - | - | - | - | - | - |",
    ...rows,
    "",
  ].join("\n");
}
