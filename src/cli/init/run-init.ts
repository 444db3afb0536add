/**
 * The command `codegrove init`. Input: the clients to write for; output: a diff of what is to change, the changed files
 * once the user agrees, and the exit status.
 */

import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { UserError } from "../../base/errors.ts";
import { lineText } from "../../base/escape/line.ts";
import { shippedSkills } from "../../skills/shipped-skills.ts";
import { repositoryAbove } from "../../workspace/repository-above.ts";
import type { InitCommand } from "../command-line.ts";
import type { TextStream } from "../status-line.ts";
import { isProjectClient, type ProjectClient } from "./clients.ts";
import { allExtras, type Edit, editsOf, extrasIn, pathsFor } from "./edits.ts";
import { readProjectFiles, writeEdits } from "./project-files.ts";
import { unifiedDiff } from "./unified-diff.ts";

export type InitSurroundings = {
  /** The folder of the project, absolute. */
  readonly cwd: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: TextStream;
  readonly stderr: TextStream;
};

/**
 * Makes a project known to clients of MCP: shows what is to change as a unified diff, and writes it when that is agreed to.
 *
 * @returns the exit status: 0 when all is there, 1 when it is not
 * @throws UserError when a file cannot be read, changed or written; nothing is written then
 */
export async function runInit(command: InitCommand, surroundings: InitSurroundings): Promise<number> {
  const { cwd, stdout, stderr } = surroundings;
  if (command.checks) return check(command, surroundings);
  const { open, done } = editsFor(command, cwd);
  const repository = repositoryAbove(cwd);
  if (repository !== undefined) stderr.write(`codegrove: ${subFolderWarning(repository)}\n`);
  stderr.write(notesOnOwn(done));
  if (open.length === 0) {
    const written = done.filter(({ own }) => own === undefined);
    const are = written.length === 1 ? "is" : "are";
    stdout.write(`nothing to do${written.length === 0 ? "" : `: ${pathsOf(written)} ${are} as init writes them`}\n`);
    stdout.write(textsOfUser(command, cwd));
    return 0;
  }
  for (const { path, before, after } of open) stdout.write(unifiedDiff(path, before, after));
  stdout.write(textsOfUser(command, cwd));
  if (!command.isAgreed && !(await isAgreedTo(pathsOf(open), surroundings))) return 1;
  writeEdits(cwd, open);
  stderr.write(`codegrove: wrote ${pathsOf(open)}\n`);
  for (const sentence of nextSteps(command.clients.filter(isProjectClient))) stderr.write(`codegrove: ${sentence}\n`);
  return 0;
}

/** Returns the texts of clients that no file of a project tells of servers, each after a line with its place. */
function textsOfUser({ clients }: InitCommand, cwd: string): string {
  const texts = clients.flatMap((client) =>
    isProjectClient(client) ? [] : [`${client.title}: add to ${client.place}:\n${client.textFor(cwd)}`],
  );
  return texts.join("");
}

/** UTF-16 code units of an entry that are shown. */
const maxShownEntry = 300;

/** Says which files have an entry of their own, and what it is: a client starts what is written there. */
function notesOnOwn(edits: readonly Edit[]): string {
  const notes = edits.flatMap(({ path, part, own }) =>
    own === undefined
      ? []
      : `codegrove: ${path}: ${part} is another one than init writes, and stays: ${lineText(own.replace(/\s+/g, " ").slice(0, maxShownEntry))}\n`,
  );
  return notes.join("");
}

function subFolderWarning(repository: string): string {
  return (
    `this is a sub-folder of the repository ${repository}: clients that are opened there do not read the files of this ` +
    "folder; run init there, unless this folder is opened by itself"
  );
}

/** Returns what is to be done after the files are written, and what an entry without a path means for others. */
function nextSteps(clients: readonly ProjectClient[]): readonly string[] {
  if (clients.length === 0) return [];
  const files = [...new Set(clients.map(({ file }) => file))].join(", ");
  return [
    ...clients.map(({ title, next }) => `next, ${title}: ${next}`),
    `${files} can be committed, unless .gitignore has them: the entry starts codegrove from the PATH, so everyone who shares it needs it installed there`,
  ];
}

/** Tells what is missing. A file that cannot be read is something missing, too. */
function check(command: InitCommand, { cwd, stdout, stderr }: InitSurroundings): number {
  try {
    const { open, done } = editsFor(command, cwd);
    stderr.write(notesOnOwn(done));
    for (const { path, part } of open) stdout.write(`${path}: ${part} is missing or not current\n`);
    return open.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    stdout.write(`${error.message}\n`);
    return 1;
  }
}

function editsFor(
  { clients, writesSkills, writesHooks, checks }: InitCommand,
  cwd: string,
): { readonly open: readonly Edit[]; readonly done: readonly Edit[] } {
  const ofProject = clients.filter(isProjectClient);
  const asked = { skills: writesSkills ? shippedSkills() : [], hasHooks: writesHooks };
  const further = checks ? pathsFor(ofProject, allExtras()) : [];
  const { files, doubles } = readProjectFiles(cwd, pathsFor(ofProject, asked), further);
  // Skills and hooks that the project has are checked, too.
  const has = extrasIn(files, checks ? ofProject : []);
  const extras = {
    skills: writesSkills ? asked.skills : has.skills,
    hasHooks: writesHooks || has.hasHooks,
  };
  const edits = editsOf(
    files,
    ofProject.filter(({ file }) => !doubles.has(file)),
    extras,
  ).filter(({ path }) => !doubles.has(path));
  const isDone = ({ before, after }: Edit) => before === after;
  return { open: edits.filter((edit) => !isDone(edit)), done: edits.filter(isDone) };
}

function pathsOf(edits: readonly Edit[]): string {
  return edits.map(({ path }) => path).join(", ");
}

/** True when the user of a terminal says yes. Elsewhere there is no one to ask. */
async function isAgreedTo(paths: string, { stdin, stderr }: InitSurroundings): Promise<boolean> {
  if (stdin.isTTY !== true || stderr.isTTY !== true) {
    stderr.write("codegrove: nothing was written; --yes writes it\n");
    return false;
  }
  stderr.write(`Write ${paths}? [y/N] `);
  // Without a terminal of its own, readline leaves Ctrl-C to the system.
  const lines = createInterface({ input: stdin, terminal: false });
  try {
    const answer = await new Promise<string>((resolve) => lines.on("line", resolve).on("close", () => resolve("")));
    if (/^\s*y(?:es)?\s*$/i.test(answer)) return true;
  } finally {
    lines.close();
  }
  stderr.write("codegrove: nothing was written\n");
  return false;
}
