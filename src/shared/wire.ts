/** The first line of a relay: what a session is started with. */
export type Hello = {
  /** See Address. */
  readonly identity: string;
  readonly args: readonly string[];
  /** The name of the command. */
  readonly name: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The streams of the relay that are terminals. */
  readonly terminals: readonly ("stdin" | "stdout" | "stderr")[];
};

/** The first line of a program that asks a server for its ServerStatus. */
export const statusLine = JSON.stringify({ status: true });

/** The first letter of each further line in both directions, with the meaning of the rest of the line. */
export const letters = {
  /** A line of the client. */
  input: "i",
  /** Nothing: the client sends no more lines. */
  inputEnded: "q",
  /** Nothing: the session begins. */
  ready: "r",
  /** A ServerStatus as JSON. */
  status: "t",
  /** The reason why there is no session. */
  refused: "n",
  stdout: "o",
  stderr: "e",
  /** The exit status, after which there are no lines. */
  ended: "x",
  /** The reason why the server ends. */
  stopping: "s",
} as const;
