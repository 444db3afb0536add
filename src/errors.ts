/**
 * What went wrong with a call or a file, in words for whoever asked.
 *
 * The answer is `{"success":false,"error":message,…details}`, so a message says what was wrong and
 * the details say where, or what to do.
 */
export class UserError extends Error {
  readonly details: ErrorDetails;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = "UserError";
    this.details = details;
  }
}

export type ErrorDetails = Readonly<Record<string, string | number>>;

/** The message of whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The `code` of a system error, such as "ENOENT". */
export function codeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !("code" in thrown)) return undefined;
  return typeof thrown.code === "string" ? thrown.code : undefined;
}
