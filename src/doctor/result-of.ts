import { UserError } from "../base/errors.ts";
import { isObject } from "../base/is-object.ts";
import { maxDoctorRawChars } from "../base/limits.ts";
import type { Message } from "./link.ts";

/**
 * Returns the result of a response.
 *
 * @throws UserError with the error of the server
 */
export function resultOf(
  method: string,
  { result, error }: { readonly result?: unknown; readonly error?: unknown },
): Message {
  if (isObject(result)) return result;
  if (isObject(error)) {
    const message = typeof error.message === "string" ? error.message.slice(0, maxDoctorRawChars) : "without a message";
    throw new UserError(`its answer to ${method} is an error: ${message}`);
  }
  throw new UserError(`its answer to ${method} has neither a result nor an error`);
}
