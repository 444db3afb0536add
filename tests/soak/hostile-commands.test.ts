import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { runServer, startServer } from "../support/built-server.ts";
import { forbidden, honestRows, hostileRepository } from "../support/hostile-repository.ts";

const { folder, marker } = await hostileRepository();
/** Enough for the honest files on a busy machine; some of the others take any time. */
const limitMs = 8_000;
const env = { REQUEST_TIMEOUT: String(limitMs) };
const quiet = ["--log-level", "error"];

describe.runIf(process.platform === "linux")("a hostile repository as a command", () => {
  const tools = ["find_functions", "list_symbols", "check_file"];
  const formats = [
    ["json", []],
    ["jsonl", ["--root", "."]],
    ["text", ["--root", "."]],
  ] as const;

  test.each(tools.flatMap((tool) => formats.map(([format, root]) => [tool, format, root] as const)))(
    "%s as %s ends, and writes rows alone",
    async (tool, format, root) => {
      // What comes first is done, however few of the others the time suffices for.
      const args = [tool, "honest", ".", ...root, "--format", format, ...quiet];
      const { stdout, exitCode, signal } = await runServer("", { cwd: folder, args, env });
      expect(signal).toBeNull();
      expect([0, 1]).toContain(exitCode);
      const lines = stdout.split("\n").slice(0, -1);
      for (const line of lines) {
        if (format === "text")
          expect(line).toMatch(/^"?(\.\/(deep|honest|links|names|rules|text)|honest)\/|^warning: /);
        else expect(Object.keys(JSON.parse(line))).toContain(format === "json" ? "results" : "filepath");
      }
      if (format === "json") expect(lines).toHaveLength(1);
      // Where the time did not suffice, files are missing.
      if (format === "json" && JSON.parse(stdout).truncated === true) expect(exitCode).toBe(1);
      // What has no problem has no row.
      if (tool !== "check_file") expect(stdout).toContain("honest/ok.");
      if (root.length > 0) for (const text of forbidden) expect(stdout).not.toContain(text);
      expect(existsSync(marker)).toBe(false);
    },
  );

  test.each([
    ["find_functions", ["./honest/ok.py"]],
    ["list_symbols", Object.keys(honestRows).map((path) => `./${path}`)],
  ])("%s of the folder alone answers the honest files", async (tool, honest) => {
    const args = [tool, ".", "--format", "jsonl", ...quiet];
    // No time is too short for them, and no test waits for what takes any time.
    const child = startServer({ cwd: folder, args, env: { REQUEST_TIMEOUT: "100000" } });
    try {
      const left = new Set(honest);
      for await (const line of createInterface({ input: child.stdout })) {
        const { filepath, success } = JSON.parse(line);
        if (left.has(filepath)) expect(success, line).toBe(true);
        left.delete(filepath);
        if (left.size === 0) break;
      }
      expect([...left]).toEqual([]);
    } finally {
      child.kill("SIGKILL");
    }
  });
});
