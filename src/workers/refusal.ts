import { UserError } from "../base/errors.ts";
import type { Refusal } from "./protocol.ts";

/** Returns a result, or the user error instead of it as plain data. */
export async function orRefused<Result>(act: () => Result | Promise<Result>): Promise<Result | { refused: Refusal }> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { refused: { error: error.message, details: error.details } };
  }
}
