/**
 * An error of a call or a file, in words for the caller.
 *
 * The answer is `{"success":false,"error":message,…details}`: the message says what was wrong, the details say where,
 * or what to do.
 */
export class UserError extends Error {
  readonly details: ErrorDetails;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = "UserError";
    this.details = details;
  }
}

/** The names of arguments as the caller writes them. */
export type ArgumentNames = {
  /** Returns the name in a sentence about the argument: `'kinds'` over MCP, `--kinds` on the command line. */
  readonly quoted: (argument: string) => string;
  /** Returns the name in a sentence about another: `kinds` over MCP, `--kinds` on the command line. */
  readonly plain: (argument: string) => string;
};

const protocolNames: ArgumentNames = { quoted: (argument) => `'${argument}'`, plain: (argument) => argument };

/** An error about an argument that is missing or wrong. Its message names arguments as MCP does. */
export class ArgumentError extends UserError {
  /** The message for callers that name arguments in another way. */
  readonly messageWith: (names: ArgumentNames) => string;

  constructor(messageWith: (names: ArgumentNames) => string, details: ErrorDetails = {}) {
    super(messageWith(protocolNames), details);
    this.messageWith = messageWith;
  }
}

/** Keys of an answer to a failed call: a list of texts is one of suggestions, counts and objects are about files not read. */
export type ErrorDetails = Readonly<
  Record<
    string,
    string | number | readonly string[] | Readonly<Record<string, number>> | readonly Readonly<Record<string, string>>[]
  >
>;

/** Returns the message of a thrown value. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Returns the `code` of a system error, such as "ENOENT". */
export function codeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !("code" in thrown)) return undefined;
  return typeof thrown.code === "string" ? thrown.code : undefined;
}
