/**
 * The test of one connection, as a client has it: initialize, tools/list, and one call of a tool. Input: a link to a
 * server and a limit of time; output: the server with the number of its tools, or the reason why it has no answer.
 */
import { messageOf, UserError } from "../base/errors.ts";
import { isObject } from "../base/is-object.ts";
import { maxDoctorPages, maxDoctorRawChars, maxDoctorTextChars } from "../base/limits.ts";
import { packageVersion } from "../base/package.ts";
import { legacyVersions } from "../mcp/versions.ts";
import type { Link, LinkNotes, Message } from "./link.ts";
import { withoutSecrets } from "./secrets.ts";

export type TestedConnection = Success | Failure;

type Success = Tested & {
  readonly success: true;
  readonly tools_count: number;
  readonly server_info: ServerInfo;
  readonly protocol_version: string;
  /** The tool that was called; undefined if no tool is read-only and takes no argument. */
  readonly tool_called: string | undefined;
};

type Failure = Tested & {
  readonly success: false;
  readonly error: string;
  /** The change that mends it; undefined if it is not known. */
  readonly fix: string | undefined;
};

type Tested = {
  /** Seconds of the whole test, with two decimals. */
  readonly seconds: number;
} & LinkNotes;

type ServerInfo = { readonly name: string; readonly version: string };

export type TestOptions = {
  /** Milliseconds for the whole test. */
  readonly timeoutMs: number;
  /** Texts that are not shown. */
  readonly secrets: readonly string[];
};

/**
 * Tests a connection. The link is closed at the end.
 *
 * @param open returns the link, or fails with the reason why there is none
 */
export async function testConnection(open: () => Link, { timeoutMs, secrets }: TestOptions): Promise<TestedConnection> {
  const startedAt = performance.now();
  const opened: Link[] = [];
  const time = timeLimit(timeoutMs);
  const shown = (text: string) => withoutSecrets(text, secrets).slice(0, maxDoctorTextChars);
  let outcome: Omit<Success, keyof Tested> | Omit<Failure, keyof Tested>;
  try {
    const link = open();
    opened.push(link);
    const { server_info, protocol_version, tool_called, tools_count } = await sessionOf(link, time.within);
    const { name, version } = server_info;
    outcome = {
      success: true,
      protocol_version: shown(protocol_version),
      tools_count,
      tool_called: tool_called && shown(tool_called),
      server_info: { name: shown(name), version: shown(version) },
    };
  } catch (error) {
    // Words and bodies of strangers make the system and libraries fail in ways of their own.
    const isOurs = error instanceof UserError;
    const text = isOurs ? error.message : `it cannot be tested: ${messageOf(error)}`;
    outcome = { success: false, error: shown(text), fix: isOurs ? fixOf(error) : undefined };
  } finally {
    time.end();
    for (const link of opened) await link.close();
  }
  const seconds = Math.round((performance.now() - startedAt) / 10) / 100;
  const { warnings, stderr } = opened[0]?.notes() ?? { warnings: [], stderr: "" };
  return {
    ...outcome,
    seconds,
    warnings: warnings.map(shown),
    stderr: withoutSecrets(stderr, secrets).slice(-maxDoctorTextChars),
  };
}

/** Waits for the answer to a request, until the time is over. */
type Within = <Result>(method: string, answer: Promise<Result>) => Promise<Result>;

function timeLimit(timeoutMs: number): { readonly within: Within; readonly end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const isOver = new Promise<"over">((over) => {
    timer = setTimeout(over, timeoutMs, "over");
  });
  return {
    within: async (method, answer) => {
      const first = await Promise.race([answer, isOver]);
      if (first !== "over") return first;
      // A later failure of the request is of no interest.
      answer.catch(() => {});
      throw new UserError(`it has not answered ${method} within ${timeoutMs / 1000} s`, {
        fix: "if it only starts slowly, give it more seconds with --timeout",
      });
    },
    end: () => clearTimeout(timer),
  };
}

async function sessionOf(
  link: Link,
  within: Within,
): Promise<Pick<Success, "protocol_version" | "server_info" | "tool_called" | "tools_count">> {
  const ask = (method: string, params: Message) => within(method, link.ask(method, params));
  const { serverInfo, protocolVersion } = await ask("initialize", {
    protocolVersion: legacyVersions.at(-1),
    capabilities: {},
    clientInfo: { name: "codegrove doctor", version: packageVersion() },
  });
  if (!isObject(serverInfo)) throw new UserError("its answer to initialize has no serverInfo");
  await within("notifications/initialized", link.tell("notifications/initialized"));
  const tools = await toolsOf(ask);
  const called = toolToCall(tools);
  if (called !== undefined) checkCall(called, await ask("tools/call", { name: called, arguments: {} }));
  return {
    tools_count: tools.length,
    server_info: { name: textOf(serverInfo.name), version: textOf(serverInfo.version) },
    protocol_version: textOf(protocolVersion),
    tool_called: called,
  };
}

async function toolsOf(ask: Link["ask"]): Promise<readonly Message[]> {
  const listed: Message[] = [];
  let cursor: unknown;
  for (let page = 0; page < maxDoctorPages; page++) {
    const { tools, nextCursor } = await ask("tools/list", cursor === undefined ? {} : { cursor });
    if (!Array.isArray(tools)) throw new UserError("its answer to tools/list has no list of tools");
    listed.push(...tools.filter(isObject));
    if (nextCursor === undefined) return listed;
    cursor = nextCursor;
  }
  throw new UserError(`its list of tools has more than ${maxDoctorPages} pages`);
}

/** The tool of codegrove that needs no workspace. */
const preferredTool = "get_syntax_reference";

/** Returns a tool that says that it changes nothing, and that takes no required argument; undefined if there is none. */
function toolToCall(tools: readonly Message[]): string | undefined {
  const names = tools.flatMap(({ name, annotations, inputSchema }) => {
    const isReadOnly = isObject(annotations) && annotations.readOnlyHint === true;
    const required = isObject(inputSchema) ? inputSchema.required : undefined;
    const needsNothing = required === undefined || (Array.isArray(required) && required.length === 0);
    return isReadOnly && needsNothing && typeof name === "string" ? [name] : [];
  });
  return names.includes(preferredTool) ? preferredTool : names[0];
}

function checkCall(name: string, { isError, content }: Message): void {
  if (!Array.isArray(content)) throw new UserError(`its answer to a call of ${textOf(name)} has no content`);
  if (isError !== true) return;
  const texts = content.filter(isObject).map(({ text }) => textOf(text));
  throw new UserError(`a call of ${textOf(name)} fails: ${textOf(texts.join(" "))}`);
}

/** Returns a text of a server, which may be of any length; empty if it is not a text. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, maxDoctorRawChars) : "";
}

function fixOf({ details: { fix } }: UserError): string | undefined {
  return typeof fix === "string" ? fix : undefined;
}
