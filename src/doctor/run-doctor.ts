/**
 * The command `codegrove doctor`. Input: the surroundings of the program, or a command or an address that the user names; output: facts for a
 * bug report and the test of each connection, as aligned text or as JSON, and the exit status.
 */

import { jsonText } from "../base/escape/json.ts";
import { lineText } from "../base/escape/line.ts";
import type { Host } from "../base/host.ts";
import { alignedText } from "../cli/aligned-text.ts";
import type { DoctorCommand } from "../cli/command-line.ts";
import type { Streams } from "../cli/run-tool.ts";
import type { TextStream } from "../cli/status-line.ts";
import type { Engine } from "../engine/engine.ts";
import { isProject } from "../engine/project.ts";
import type { Groups } from "../project-commands/run-process.ts";
import { repositoryAbove } from "../workspace/repository-above.ts";
import { type Check, runChecks } from "./checks.ts";
import { configurationFiles } from "./configuration-files.ts";
import { entriesIn } from "./entries.ts";
import { type Connection, testEntry, testNamed } from "./test-entry.ts";

export type DoctorSurroundings = Pick<Streams, "cwd" | "statusLine"> & {
  readonly stdout: TextStream;
  readonly host: Host;
  readonly cacheFolder: string | undefined;
  readonly usesCache: boolean;
  readonly groups: Groups;
};

/**
 * Tests what the user names, or else all that clients have, and looks at the surroundings.
 *
 * @returns the exit status: 1 if a connection or something else fails
 * @throws UserError for an address with arguments
 */
export async function runDoctor(
  engine: Engine,
  { words, isJson, timeoutMs }: DoctorCommand,
  surroundings: DoctorSurroundings,
): Promise<number> {
  const { cwd: folder, host, statusLine, stdout } = surroundings;
  const repository = repositoryAbove(folder);
  const strangers = isProject(folder, host) ? [folder, ...(repository === undefined ? [] : [repository])] : [];
  const testing = { folder, env: host.env, timeoutMs, strangers, groups: surroundings.groups };
  const checks = words.length > 0 ? [] : await runChecks({ ...surroundings, folder, engine, strangers });
  const connections: Connection[] = [];
  if (words.length > 0) connections.push(await testNamed(words, testing));
  else {
    for (const found of configurationFiles(folder, host.env).flatMap((file) => entriesIn(file, folder))) {
      if ("problem" in found) {
        const { clients, path } = found.file;
        connections.push(unread(clients, path, found.problem));
        continue;
      }
      statusLine.show(`testing ${found.name} of ${found.file.path}`);
      connections.push(await testEntry(found, testing));
    }
    statusLine.clear();
  }
  const failed =
    connections.some((one) => "success" in one && !one.success) || checks.some(({ state }) => state === "problem");
  stdout.write(
    isJson ? `${jsonText({ success: !failed, checks, connections })}\n` : textOf(checks, connections, words.length > 0),
  );
  return failed ? 1 : 0;
}

function unread(clients: readonly string[], file: string, problem: string): Connection {
  const fix = "mend the file: its clients cannot read it either";
  return {
    clients,
    file,
    success: false,
    error: `the file cannot be read: ${problem}`,
    fix,
    seconds: 0,
    warnings: [],
    stderr: "",
  };
}

/** The separator of cells until they are aligned. */
const cellMark = "\t";

function textOf(checks: readonly Check[], connections: readonly Connection[], isNamed: boolean): string {
  const rows = checks.flatMap(({ name, state, says, fix }) => [row(state, name, says), ...indented(fix, "")]);
  const none = "no file of a client has an entry for codegrove; codegrove init writes one";
  const tested = connections.flatMap(connectionRows);
  return [
    alignedText(rows, cellMark),
    ...(rows.length > 0 ? ["\n"] : []),
    alignedText(connections.length === 0 && !isNamed ? [row("warning", "connections", none)] : tested, cellMark),
  ].join("");
}

function connectionRows(connection: Connection): readonly string[] {
  const { clients = [], file, entry, starts, program, folder } = connection;
  const title = clients.length === 0 ? "connection" : clients.join(", ");
  const place = [
    ...(file === undefined ? [] : [`${entry === undefined ? "" : `${entry} in `}${file}`]),
    ...(starts === undefined
      ? []
      : [
          `starts ${starts}${program === undefined ? "" : `, which is ${program}`}${folder === undefined ? "" : `, in ${folder}`}`,
        ]),
  ];
  const details = place.flatMap((line) => indented(line, ""));
  if ("not_tested" in connection) {
    const { not_tested, to_test } = connection;
    return [row("skipped", title, not_tested), ...details, ...indented(to_test, "if you trust it: ")];
  }
  const { seconds, warnings, stderr } = connection;
  const notes = warnings.flatMap((warning) => indented(warning, "warning: "));
  if (connection.success) {
    const { server_info, tools_count, tool_called, protocol_version } = connection;
    const called =
      tool_called === undefined
        ? "no tool was called, since none is read-only without arguments"
        : `${tool_called} answers`;
    const says = `${server_info.name} ${server_info.version}, protocol ${protocol_version}, ${tools_count} tools, ${called}, ${seconds} s`;
    return [row(warnings.length === 0 ? "ok" : "warning", title, says), ...details, ...notes];
  }
  const { error, fix } = connection;
  const lines =
    stderr === ""
      ? []
      : stderr
          .split("\n")
          .slice(-lastLines)
          .flatMap((line) => indented(line, "stderr: "));
  return [
    row("problem", title, seconds === 0 ? error : `${error}, after ${seconds} s`),
    ...details,
    ...indented(fix, "to mend it: "),
    ...notes,
    ...lines,
  ];
}

/** Lines of stderr that are shown. */
const lastLines = 5;

function row(state: Check["state"] | "skipped", name: string, says: string): string {
  return `${[state, name, says].map(lineText).join(cellMark)}\n`;
}

/** Returns a line below a row; none for a text that is not there. */
function indented(text: string | undefined, head: string): readonly string[] {
  return text === undefined ? [] : [`  ${head}${lineText(text)}\n`];
}
