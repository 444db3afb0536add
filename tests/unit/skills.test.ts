import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { leastAnswerChars } from "../../src/base/limits.ts";
import { clients, isProjectClient, type ProjectClient } from "../../src/cli/init/clients.ts";
import { editsOf, pathsFor } from "../../src/cli/init/edits.ts";
import { shippedSkills } from "../../src/skills/shipped-skills.ts";
import { loadTools } from "../../src/tools/index.ts";
import { packageFolder } from "../support/built-server.ts";

const skills = shippedSkills();

/** Calls in a text of a skill, such as `find_definition {"symbol":"x"}`. */
function callsIn(text: string): readonly (readonly [tool: string, input: unknown])[] {
  return [...text.matchAll(/`(\w+) (\{.*?\})`/g)].map(([, tool = "", json = ""]) => [tool, JSON.parse(json)]);
}

test("the skills are those of the folder skills/", () => {
  const folder = join(packageFolder, "skills");
  expect(skills.map(({ frontmatter }) => frontmatter.name)).toEqual(readdirSync(folder).sort());
});

describe.each(skills.map((skill) => [skill.frontmatter.name, skill] as const))("the skill %s", (name, skill) => {
  const { frontmatter, text } = skill;
  const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];

  test("is its file, and has the head of Agent Skills", () => {
    expect(text).toBe(readFileSync(join(packageFolder, "skills", name, "SKILL.md"), "utf8"));
    expect(parse(head)).toEqual(frontmatter);
    expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(name.length).toBeLessThanOrEqual(64);
    expect(frontmatter.description.length).toBeLessThanOrEqual(1024);
  });

  test("is short: an agent pays for each character, and the least limit of an answer has room for it", () => {
    expect(text.length).toBeLessThan(leastAnswerChars);
  });

  test("names tools that there are, with arguments that they take", async () => {
    const tools = await loadTools();
    const calls = callsIn(body);
    expect(calls.length).toBeGreaterThanOrEqual(3);
    for (const [tool, input] of calls) {
      const checked = tools.get(tool)?.input.safeParse(input);
      expect(checked, `${tool} ${JSON.stringify(input)}`).toMatchObject({ success: true });
    }
  });
});

describe("the edits of a project", () => {
  const chosen = (...names: readonly string[]) =>
    names
      .map((name) => clients.get(name))
      .filter((client): client is ProjectClient => client !== undefined && isProjectClient(client));

  test("have a file for each skill, once for clients with the same folder", () => {
    const paths = editsOf(new Map(), chosen("vscode", "copilot"), { skills }).map(({ path }) => path);
    const ofSkills = skills.map(({ frontmatter }) => `.github/skills/${frontmatter.name}/SKILL.md`);
    expect(paths.filter((path) => path.includes("skills"))).toEqual(ofSkills);
    expect(pathsFor(chosen("vscode", "copilot"), { skills })).toEqual(expect.arrayContaining(ofSkills));
  });

  test("have rules for Cursor, which it chooses by their descriptions", () => {
    const edits = editsOf(new Map(), chosen("cursor"), { skills }).filter(({ path }) => path.endsWith(".mdc"));
    expect(edits.map(({ path }) => path)).toEqual(
      skills.map(({ frontmatter }) => `.cursor/rules/${frontmatter.name}.mdc`),
    );
    for (const [at, { after }] of edits.entries()) {
      const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(after) ?? [];
      expect(parse(head)).toEqual({ description: skills[at]?.frontmatter.description, alwaysApply: false });
      expect(skills[at]?.text.endsWith(body)).toBe(true);
    }
  });

  test("have no skills without the flag", () => {
    expect(editsOf(new Map(), chosen("claude-code")).map(({ path }) => path)).toEqual([
      ".mcp.json",
      "AGENTS.md",
      "CLAUDE.md",
    ]);
  });
});
