/**
 * A server under load: 50 clients over HTTP, and 20 sessions of one shared server, with edits, calls that are cancelled and clients that go
 * away. Input: LOAD_SECONDS for each of both, 60 if it is not set; output: each answer is that of a fresh process, none is lost, memory is
 * flat, and a table of times is printed, next to those of one client. The times are not compared with a limit.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type EveryCall, everyCall, everyCode } from "../support/every-call.ts";
import { connectedTo, startHttpServer } from "../support/http-server.ts";
import {
  freshAnswers,
  LiveEdits,
  type LiveFiles,
  type LoadClient,
  load,
  loadEnv,
  loadFlags,
  timesTable,
} from "../support/load.ts";
import { residentKb } from "../support/process-state.ts";
import { seed } from "../support/seed.ts";
import type { Session } from "../support/session.ts";
import { SharedUser } from "../support/shared-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { toolAnswerOf } from "../support/tool-call.ts";

const seconds = Number(process.env.LOAD_SECONDS ?? 60);

/** Milliseconds between two calls: an agent thinks meanwhile; one client has to make as many calls. */
const pauseMs = { all: 10_000, one: 20 };

const live: LiveFiles = {
  "live/one.cpp": [
    '#include "../geo/part3.hpp"\nint live_one() { return geo::Part3().area(); }\n',
    '// moved\n#include "../geo/part3.hpp"\nint live_more(int a) { return a; }\nint live_one() { return live_more(2); }\n',
  ],
  "live/two.py": [
    "from py.part3 import area\n\ndef live_two():\n    return area()\n",
    "def live_two(x=1):\n    return unknown_name(x\n",
  ],
};

/** Calls about files that stay, and about files that change. */
const calls: readonly EveryCall[] = [
  // The answer of a command has its duration.
  ...everyCall.filter(([tool]) => tool !== "run_project_command"),
  ...["live_one", "live_two", "live_more", "area"].flatMap((symbol): readonly EveryCall[] => [
    ["find_definition", { symbol }],
    ["find_references", { symbol }],
  ]),
  ["list_symbols", { filepath: "live" }],
  ["find_functions", { filepath: "live" }],
  ["check_file", { filepath: "live", checks: ["syntax", "names"] }],
  ["get_file_summary", { filepath: "live" }],
  ["search_code", { query: "live" }],
  ["get_dependency_graph", { symbol: "live_one", direction: "both" }],
];

const folder = temporaryFolder({ ...everyCode, "live/README": "" });
const edits = new LiveEdits(folder, live);

describe.runIf(process.platform === "linux")("under load", { timeout: (4 * seconds + 900) * 1_000 }, () => {
  let expected: Awaited<ReturnType<typeof freshAnswers>> | undefined;

  const measured = async (kind: string, clients: number, connect: () => Promise<LoadClient>, pidOf: () => number) => {
    expected ??= await freshAnswers(folder, edits, calls);
    const given = { connect, seed, edits, calls, expected };
    const one = await load({ ...given, clients: 1, seconds: seconds / 5, pauseMs: pauseMs.one });
    const memory: number[] = [];
    const timer = setInterval(() => memory.push(residentKb(pidOf())), 1_000);
    const all = await load({ ...given, clients, seconds, pauseMs: pauseMs.all });
    clearInterval(timer);
    const quarter = Math.floor(memory.length / 4);
    const middle = (from: number) => memory.slice(from, from + quarter).sort((a, b) => a - b)[quarter >> 1] ?? 0;
    const [early, late] = [middle(quarter), middle(3 * quarter)];
    process.stdout.write(
      `${kind}, ${clients} clients, ${seconds} s: ${all.answered} answers, ${all.changed} of them with changed_during_call, ${all.cancelled} cancelled, ${all.cut} cut off, ${all.edits} edits, ${all.lost.length} lost, ${all.wrong.length} wrong; memory ${early} kB in the second quarter, ${late} kB in the last\n${timesTable(one, all)}`,
    );
    for (const outcome of [one, all]) {
      expect(outcome.wrong).toEqual([]);
      expect(outcome.lost).toEqual([]);
    }
    expect(all.answered).toBeGreaterThan(clients);
    // In the first minutes caches and threads are filled.
    expect(late).toBeLessThan((seconds < 300 ? 1.5 : 1.2) * early);
  };

  test("50 clients over HTTP get the answers of fresh processes", async () => {
    const server = await startHttpServer(folder, { args: ["--no-cache", "--allow-edits"], env: loadEnv });
    const connect = async (): Promise<LoadClient> => {
      const { client, transport } = await connectedTo(server);
      return {
        call: async (name, input, signal) => {
          const result = await client.callTool({ name, arguments: { ...input } }, undefined, {
            signal,
            timeout: 130_000,
          });
          return toolAnswerOf({ result: JSON.parse(JSON.stringify(result)) }).text;
        },
        subscribe: () => client.subscribeResource({ uri: "workspace://files" }),
        close: async () => {
          await transport.terminateSession();
          await client.close();
        },
        cut: () => client.close(),
      };
    };
    await measured("HTTP", 50, connect, () => server.pid);
    expect((await server.stop()).exitCode).toBe(0);
  });

  test("20 sessions of one shared server get them", async () => {
    const user = new SharedUser();
    const connect = async (): Promise<LoadClient> => clientOf(user.session(folder, loadFlags(folder), loadEnv));
    const first = await connect();
    await first.subscribe();
    const pid = await user.onlyServer();
    await measured("shared", 20, connect, () => pid);
    expect(await user.onlyServer()).toBe(pid);
    expect(readFileSync(`/proc/${pid}/status`, "utf8")).toContain("State:");
    await first.close();
  });
});

function clientOf(session: Session): LoadClient {
  let lastId = 0;
  return {
    call: async (name, input, signal) => {
      const id = ++lastId;
      session.send({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: input } });
      const cancelled = new Promise<never>((_, reject) =>
        signal.addEventListener("abort", () => {
          session.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
          reject(new Error("cancelled"));
        }),
      );
      return toolAnswerOf(await Promise.race([session.answerTo(id), cancelled])).text;
    },
    subscribe: () => session.request("resources/subscribe", { uri: "workspace://files" }),
    close: () => session.close(),
    cut: () => session.kill(),
  };
}
