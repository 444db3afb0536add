/**
 * The skills extension of MCP (SEP-2640, io.modelcontextprotocol/skills): skills/list, skills/get and the resources skill://. Input: a
 * URI; output: entries with the head and the digest of each skill, and its text.
 */
import { listTtlMs } from "../base/limits.ts";
import { type Skill, sha256Of, shippedSkills } from "../skills/shipped-skills.ts";
import type { Params } from "./message.ts";
import { refuseCursor } from "./pages.ts";
import { invalidParams, RpcError, rpcCodes } from "./rpc-error.ts";
import type { Content } from "./text-part.ts";

/** The start of the URIs of skills. */
export const skillScheme = "skill://";

/** The keys that each result of the extension has, in sessions of the earlier era too. */
const complete = { resultType: "complete", ttlMs: listTtlMs, cacheScope: "public" };

const mimeType = "text/markdown";

/** Returns the result of skills/list: all skills are on one page. */
export function listSkills({ cursor }: Params): Params {
  refuseCursor(cursor);
  return { ...complete, skills: shippedSkills().map(entryOf) };
}

/**
 * Returns the result of skills/get.
 *
 * @throws RpcError if there is no skill at the URI
 */
export function getSkill({ uri }: Params): Params {
  if (typeof uri !== "string") throw invalidParams("uri must be a string");
  const skill = skillAt(uri);
  if (skill === undefined) throw new RpcError(rpcCodes.invalidParams, `No skill is served at ${uri}`, { uri });
  return { ...complete, skill: entryOf(skill) };
}

/** Returns the skills as entries of resources/list. */
export function skillResources() {
  return shippedSkills().map((skill) => {
    const { name, description } = skill.frontmatter;
    return { uri: uriOf(skill), name, description, mimeType };
  });
}

/** Returns the text of a skill by its URI; undefined if there is none. */
export function skillContent(uri: string): Content | undefined {
  const skill = skillAt(uri);
  return skill && { text: skill.text, mimeType };
}

function skillAt(uri: string): Skill | undefined {
  return shippedSkills().find((skill) => uriOf(skill) === uri);
}

function uriOf({ frontmatter: { name } }: Skill): string {
  return `${skillScheme}${name}/SKILL.md`;
}

function entryOf(skill: Skill): Params {
  const { frontmatter, text } = skill;
  const uri = uriOf(skill);
  return {
    uri,
    frontmatter,
    resources: [{ uri, digest: `sha256:${sha256Of(text)}`, size: Buffer.byteLength(text) }],
  };
}
