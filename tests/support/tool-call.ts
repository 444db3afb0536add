import { afterAll } from "vitest";
import type { Launch } from "./built-server.ts";
import { type InProcessLaunch, sessionInProcess } from "./in-process.ts";
import { isInTest, startForFile } from "./running-servers.ts";
import { type Message, Session } from "./session.ts";

interface Row {
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

interface Match {
  readonly capture_name: string;
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** The keys that answers of the four tools have, all of them optional: tests assert which are there. */
interface Answer {
  readonly filepath?: string;
  readonly total_files?: number;
  readonly processed_files?: number;
  readonly failed_files?: number;
  readonly skipped?: Readonly<Record<string, number>>;
  readonly truncated?: boolean;
  readonly results?: readonly Answer[];
  readonly classes?: readonly Row[];
  readonly functions?: readonly Row[];
  readonly matches?: readonly Match[];
  readonly class_count?: number;
  readonly function_count?: number;
  readonly language?: string;
  readonly success?: boolean;
  readonly warnings?: readonly string[];
  readonly error?: string;
  readonly details?: string;
  readonly line?: number;
  readonly column?: number;
  readonly word?: string;
  readonly suggestion?: string;
}

export interface ToolAnswer {
  /** The text content as it came. */
  readonly text: string;
  readonly answer: Answer;
  readonly isError: boolean;
}

/** One call in a running session. */
export async function callTool(session: Session, name: string, args: object): Promise<ToolAnswer> {
  return toolAnswerOf(await session.request("tools/call", { name, arguments: args }));
}

/** One call to a server in a process of its own. */
export async function callOnce(name: string, args: object, launch: Launch = {}): Promise<ToolAnswer> {
  const session = new Session(launch);
  try {
    return await callTool(session, name, args);
  } finally {
    await session.close();
  }
}

/**
 * Calls to one server that lives as long as the test file or the `describe` around it, or as the test, if one calls this: the
 * next test has its threads then.
 *
 * @param start what starts the server; left out, it is one without a process
 */
export function callsToServer(
  launch: InProcessLaunch,
  start: (launch: InProcessLaunch) => Session = sessionInProcess,
): (name: string, args: object) => Promise<ToolAnswer> {
  let session: Session | undefined;
  if (isInTest()) {
    return (name, args) => {
      session ??= start(launch);
      return callTool(session, name, args);
    };
  }
  afterAll(async () => {
    await session?.close();
  });
  return (name, args) => {
    session ??= startForFile(() => start(launch));
    return callTool(session, name, args);
  };
}

/** Returns a function that calls one server at a time: the next one takes over the threads of the one before. */
export function callsInTurn(): (launch: InProcessLaunch, name: string, args: object) => Promise<ToolAnswer> {
  let running: { readonly key: string; readonly session: Session } | undefined;
  return async (launch, name, args) => {
    const key = JSON.stringify(launch);
    if (running?.key !== key) {
      await running?.session.close();
      running = { key, session: startForFile(() => sessionInProcess(launch)) };
    }
    return await callTool(running.session, name, args);
  };
}

export function toolAnswerOf(message: Message): ToolAnswer {
  const [content, ...others] = message.result?.content ?? [];
  if (content === undefined || others.length > 0) {
    throw new Error(`not the answer of a tool: ${JSON.stringify(message)}`);
  }
  return {
    text: content.text,
    get answer() {
      return JSON.parse(content.text);
    },
    isError: message.result?.isError === true,
  };
}

/** The paths of a batch answer, in its order. */
export function pathsOf({ answer }: ToolAnswer): (string | undefined)[] {
  return (answer.results ?? []).map((result) => result.filepath);
}
