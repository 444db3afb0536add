/**
 * The edits that init proposes. Input: the chosen clients and options; output: for each file its path and its new text.
 */
import { UserError } from "../../base/errors.ts";
import { type Skill, shippedSkills } from "../../skills/shipped-skills.ts";
import {
  clients,
  defaultGuide,
  guideLines,
  guides,
  isProjectClient,
  type ProjectClient,
  serverName,
} from "./clients.ts";
import { withHooks } from "./hooks.ts";
import { jsonOf } from "./json-entry.ts";
import { hasMarkedLines, withMarkedLines } from "./marked-lines.ts";

/** A planned change of a file. */
export type Edit = {
  /** Relative to the folder of the project. */
  readonly path: string;
  /** The planned content, as part of a sentence. */
  readonly part: string;
  /** Its text; undefined when it is not there. */
  readonly before: string | undefined;
  /** Equal to `before` when there is nothing to do. */
  readonly after: string;
  /** The entry that the file has of its own, and that stays. */
  readonly own?: string;
};

/** The texts of a project's existing files, by paths relative to its folder. */
export type ProjectFiles = ReadonlyMap<string, string>;

/** Returns the paths of the files that matter for clients. */
export function pathsFor(
  chosen: readonly ProjectClient[],
  { skills = [], hasHooks = false }: Extras = {},
): readonly string[] {
  const ofSkills = skillFiles(chosen, skills).map(({ path }) => path);
  const ofHooks = hasHooks ? chosen.flatMap(({ hooks }) => hooks?.file ?? []) : [];
  return [...new Set([...chosen.map(({ file }) => file), ...guides, ...ofHooks, ...ofSkills])];
}

/** The files that are written only if they are asked for. */
export type Extras = {
  readonly skills?: readonly Skill[];
  /** True to write hooks of the clients that have some. */
  readonly hasHooks?: boolean;
};

/** All that may be written if it is asked for. */
export function allExtras(): Extras {
  return { skills: shippedSkills(), hasHooks: true };
}

/** Returns the extras that a project has something of for one of its clients. */
export function extrasIn(files: ProjectFiles, chosen: readonly ProjectClient[]): Required<Extras> {
  const skills = shippedSkills();
  const hasSkills = skillFiles(chosen, skills).some(({ path }) => files.has(path));
  const hasHooks = chosen.some(({ hooks }) => files.get(hooks?.file ?? "")?.includes("codegrove hook ") === true);
  return { skills: hasSkills ? skills : [], hasHooks };
}

/** Returns sentences such as `skills: 2 of 3`: how many skills and hooks of a client that has some are as init writes them. */
export function extraCounts(files: ProjectFiles, chosen: readonly ProjectClient[]): readonly string[] {
  const own = chosen.map((client) => ({ client, has: extrasIn(files, [client]) }));
  const skills = own.flatMap(({ client, has }) => skillFiles([client], has.skills));
  const byPath = [...new Map(skills.map((file) => [file.path, file])).values()];
  const hooks = own.flatMap(({ client, has }) => (has.hasHooks ? hooksEdit(files, client) : []));
  const told = (name: string, current: readonly boolean[]) =>
    current.length === 0 ? [] : `${name}: ${current.filter(Boolean).length} of ${current.length}`;
  return [
    told(
      "skills",
      byPath.map(({ path, text }) => files.get(path) === text),
    ),
    told(
      "hooks of clients",
      hooks.map(({ before, after }) => before === after),
    ),
  ].flat();
}

/** A file with a skill. */
type SkillFile = { readonly path: string; readonly skill: Skill; readonly text: string };

/** Returns the files of skills, each path once: clients may share a folder. */
function skillFiles(chosen: readonly ProjectClient[], skills: readonly Skill[]): readonly SkillFile[] {
  const files = chosen.flatMap(({ skills: { folder, form } }) =>
    skills.map((skill): SkillFile => {
      const { name, description } = skill.frontmatter;
      if (form === "skills") return { path: `${folder}/${name}/SKILL.md`, skill, text: skill.text };
      // A rule of Cursor is chosen by its description, if it is not always applied.
      const body = skill.text.replace(/^---\n[\s\S]*?\n---\n/, "");
      const head = `---\ndescription: ${JSON.stringify(description)}\nalwaysApply: false\n---\n`;
      return { path: `${folder}/${name}.mdc`, skill, text: head + body };
    }),
  );
  return [...new Map(files.map((file) => [file.path, file])).values()];
}

/**
 * Returns what the files of a project are to become: each client's with an entry, and each of its files of instructions
 * with the lines for agents; without one, a new file has them, which a client that does not read it imports. Each skill is a file of its own.
 *
 * @throws UserError when a file cannot be changed
 */
export function editsOf(
  files: ProjectFiles,
  chosen: readonly ProjectClient[],
  { skills = [], hasHooks = false }: Extras = {},
): readonly Edit[] {
  const present = guides.filter((guide) => files.has(guide) && !leavesToDefault(files.get(guide)));
  const byFile = new Map(chosen.toReversed().map((client) => [client.file, client]));
  const entries = chosen
    .filter((client) => byFile.get(client.file) === client)
    .map((client) => entryEdit(files, client));
  const lines = (present.length === 0 ? [defaultGuide] : present).map((guide) =>
    editOf(files, guide, "the section about codegrove", (text) => withMarkedLines(text, guideLines)),
  );
  const imports = chosen.flatMap(({ guides: [usual, ...others] = [] }) =>
    usual === undefined || [usual, ...others].some((guide) => files.has(guide))
      ? []
      : editOf(files, usual, `the import of ${defaultGuide}`, () => `@${defaultGuide}\n`),
  );
  const ofSkills = skillFiles(chosen, skills).map(({ path, skill, text }) =>
    editOf(files, path, `the skill ${skill.frontmatter.name}`, () => text),
  );
  const ofHooks = hasHooks ? chosen.flatMap((client) => hooksEdit(files, client)) : [];
  return merged([...entries, ...ofHooks, ...lines, ...imports, ...ofSkills]);
}

/** True for a text without lines of codegrove that imports the file of instructions with them, as Claude Code reads it. */
function leavesToDefault(text = ""): boolean {
  return !hasMarkedLines(text) && /^[ \t]*@(?:\.\.?\/)?AGENTS\.md[ \t]*\r?$/m.test(text);
}

function entryEdit(files: ProjectFiles, client: ProjectClient): Edit {
  const part = `the entry ${serverName} in ${client.key}`;
  const edit = editOf(files, client.file, part, (text) => client.change(text, client));
  if (edit.before !== edit.after) return edit;
  // The file may have the entry of another client that reads it.
  const readers = [...clients.values()].filter(isProjectClient).filter(({ file }) => file === client.file);
  const owns = readers.map((reader) => reader.own(withoutMark(edit.after), reader));
  const [own] = owns;
  return own === undefined || owns.includes(undefined) ? edit : { ...edit, own };
}

function hooksEdit(files: ProjectFiles, { file, hooks, ...client }: ProjectClient): readonly Edit[] {
  if (hooks === undefined) return [];
  // A file with the entry as well has its change first.
  const change = (text: string) => (hooks.file === file ? client.change(text, client) : text);
  const part = "the hooks of codegrove in hooks";
  return [editOf(files, hooks.file, part, (text) => withHooks(change(text), hooks.hooks, jsonOf))];
}

/** Joins the edits of one file: the last one has the changes of those before. */
function merged(edits: readonly Edit[]): readonly Edit[] {
  const byPath = new Map<string, Edit>();
  for (const edit of edits) {
    const known = byPath.get(edit.path);
    byPath.set(edit.path, known === undefined ? edit : { ...known, ...edit, part: `${known.part} and ${edit.part}` });
  }
  return [...byPath.values()];
}

/** A character that some editors put before a text in UTF-8. */
const byteOrderMark = "\uFEFF";

function editOf(files: ProjectFiles, path: string, part: string, change: (text: string) => string): Edit {
  const before = files.get(path);
  const mark = before?.startsWith(byteOrderMark) ? byteOrderMark : "";
  try {
    return { path, part, before, after: mark + change(withoutMark(before ?? "")) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`Cannot add ${part} to ${path}: ${error.message}`);
  }
}

function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text;
}
