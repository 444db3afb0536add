import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { clients, isProjectClient } from "../../src/cli/init/clients.ts";
import { allExtras, extraCounts, pathsFor } from "../../src/cli/init/edits.ts";
import { readProjectFiles } from "../../src/cli/init/project-files.ts";
import { runInProcess } from "../support/in-process.ts";
import { modernRequest } from "../support/modern.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** The schemas of SEP-2640, with no other keys. */
const Skill = z.strictObject({
  uri: z.string().regex(/^skill:\/\/[a-z0-9-]+\/SKILL\.md$/),
  frontmatter: z.looseObject({ name: z.string(), description: z.string() }),
  resources: z.array(
    z.strictObject({ uri: z.string(), digest: z.string().regex(/^sha256:[0-9a-f]{64}$/), size: z.int() }),
  ),
});
const cacheable = {
  resultType: z.literal("complete"),
  ttlMs: z.int(),
  cacheScope: z.enum(["public", "private"]),
  _meta: z.looseObject({}).optional(),
};
const ListSkillsResult = z.strictObject({ ...cacheable, skills: z.array(Skill) });
const GetSkillResult = z.strictObject({ ...cacheable, skill: Skill });

const cwd = temporaryFolder({ "a.py": "" });

type Request = readonly [method: string, params?: object];

const legacyRequest = (id: number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

/** The answers of a server to requests of an era, in their order. */
async function answersTo(requestOf: typeof legacyRequest, requests: readonly Request[]) {
  const lines = requests.map(([method, params], at) => requestOf(at + 1, method, params));
  const { stdout } = await runInProcess(`${lines.join("\n")}\n`, { args: ["serve", "--log-level", "error"], cwd });
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return answers.sort((a, b) => a.id - b.id);
}

describe.each([
  ["with a handshake", legacyRequest, "initialize", -32002],
  ["without a handshake", modernRequest, "server/discover", -32602],
] as const)("skills over MCP, in revisions %s", (_what, requestOf, first, notFoundCode) => {
  test("are declared, listed and got with digests of what is read", async () => {
    const [begun, list] = await answersTo(requestOf, [[first], ["skills/list"]]);
    expect(begun.result.capabilities.extensions).toEqual({ "io.modelcontextprotocol/skills": {} });
    const { skills } = ListSkillsResult.parse(list.result);
    expect(skills.length).toBeGreaterThan(1);
    const answers = await answersTo(
      requestOf,
      skills.flatMap(({ uri }): Request[] => [
        ["skills/get", { uri }],
        ["resources/read", { uri }],
      ]),
    );
    for (const [at, skill] of skills.entries()) {
      expect(GetSkillResult.parse(answers[2 * at].result).skill).toEqual(skill);
      const [{ text, mimeType }] = answers[2 * at + 1].result.contents;
      expect(mimeType).toBe("text/markdown");
      const digest = `sha256:${createHash("sha256").update(text).digest("hex")}`;
      expect(skill.resources).toEqual([{ uri: skill.uri, digest, size: Buffer.byteLength(text) }]);
      expect(parse(text.split("---\n")[1])).toEqual(skill.frontmatter);
      expect(skill.uri).toBe(`skill://${skill.frontmatter.name}/SKILL.md`);
    }
  });

  test("that there are not, are refused", async () => {
    const uri = "skill://codegrove-find/../../package.json";
    const answers = await answersTo(requestOf, [
      ["skills/get", { uri }],
      ["skills/get"],
      ["resources/read", { uri }],
      ["skills/list", { cursor: "x" }],
    ]);
    expect(answers.map(({ error }) => error.code)).toEqual([-32602, -32602, notFoundCode, -32602]);
    expect(answers[0].error.message).toBe(`No skill is served at ${uri}`);
  });
});

describe("codegrove init --skills", () => {
  const init = (folder: string, ...flags: readonly string[]) =>
    runInProcess("", { args: ["init", "--skills", ...flags], cwd: folder });

  test("shows the skills, and writes them only once that is agreed to", async () => {
    const folder = temporaryFolder({});
    const path = ".claude/skills/codegrove-find/SKILL.md";
    const shown = await init(folder);
    expect(shown.stdout).toContain(`--- /dev/null\n+++ b/${path}\n`);
    expect(existsSync(join(folder, ".claude"))).toBe(false);
    const checked = await init(folder, "--check");
    expect(checked.stdout).toContain(`${path}: the skill codegrove-find is missing or not current\n`);
    expect(checked.exitCode).toBe(1);
    expect((await init(folder, "--yes")).exitCode).toBe(0);
    expect(readFileSync(join(folder, path), "utf8")).toMatch(/^---\nname: codegrove-find\n/);
    expect((await init(folder, "--check")).exitCode).toBe(0);
  });

  test("--check without --skills checks the skills of a project that has some, and doctor counts them", async () => {
    const folder = temporaryFolder({});
    const path = ".claude/skills/codegrove-find/SKILL.md";
    const checked = () => runInProcess("", { args: ["init", "--check"], cwd: folder });
    expect((await runInProcess("", { args: ["init", "--yes"], cwd: folder })).exitCode).toBe(0);
    expect(await checked()).toMatchObject({ exitCode: 0, stdout: "" });
    await init(folder, "--hooks", "--yes");
    expect(await checked()).toMatchObject({ exitCode: 0, stdout: "" });
    rmSync(join(folder, path));
    expect(await checked()).toMatchObject({
      exitCode: 1,
      stdout: `${path}: the skill codegrove-find is missing or not current\n`,
    });
    const known = [...clients.values()].filter(isProjectClient);
    const { files } = readProjectFiles(folder, pathsFor(known, allExtras()));
    const there = known.filter(({ file }) => files.has(file));
    expect(extraCounts(files, there)).toEqual(["skills: 2 of 3", "hooks of clients: 1 of 1"]);
  });

  test("writes a folder that is a link to another client's once", async () => {
    const folder = temporaryFolder({});
    for (const name of [".claude/skills", ".agents"]) mkdirSync(join(folder, name), { recursive: true });
    symlinkSync("../.claude/skills", join(folder, ".agents/skills"));
    const args = ["--client", "claude-code,codex"];
    const { stdout } = await init(folder, ...args, "--yes");
    expect(stdout).toContain("+++ b/.claude/skills/");
    expect((await init(folder, ...args)).stdout).toMatch(/^nothing to do/);
  });
});
