import { createHash } from "node:crypto";
import { join } from "node:path";
import { distDir, readPackageFile } from "../base/package.ts";

/** A skill as https://agentskills.io/specification has it: a folder of files with instructions for agents. */
export type Skill = {
  /** The head of its SKILL.md, as JSON. */
  readonly frontmatter: { readonly name: string; readonly description: string };
  /** The text of its SKILL.md, which is its only file. */
  readonly text: string;
};

/** The skills below skills/ as the build has read them. */
const builtFile = join(distDir, "skills.json");

let read: readonly Skill[] | undefined;

/** Returns the skills that the package ships, by their names. */
export function shippedSkills(): readonly Skill[] {
  read ??= JSON.parse(readPackageFile(builtFile).toString());
  return read ?? [];
}

/** Returns the SHA-256 of a text in UTF-8, as 64 lowercase hexadecimal digits. */
export function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
