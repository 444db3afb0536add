/**
 * The messages of JSON-RPC 2.0. Input: the JSON of one message; output: a checked request, notification or response, or
 * the error to answer with.
 */
import { isObject } from "../base/is-object.ts";
import { maxLineBytes } from "../base/limits.ts";
import { RpcError, rpcCodes } from "./rpc-error.ts";

export type RequestId = string | number;
export type Params = Readonly<Record<string, unknown>>;

export type Request = {
  readonly kind: "request";
  readonly id: RequestId;
  readonly method: string;
  readonly params: Params;
};

/** A message of the client. */
export type Message =
  | Request
  | { readonly kind: "notification"; readonly method: string; readonly params: Params }
  /** The response to a request of the server, or one without a request. */
  | { readonly kind: "response"; readonly id: unknown; readonly result: Params | undefined; readonly error: unknown }
  /** A message that is answered with an error; `id` is null when it is unknown. */
  | { readonly kind: "invalid"; readonly id: RequestId | null; readonly error: RpcError };

/** The answer to a request. Callers may compare answers as text, so the order of the keys is fixed. */
export type Answer =
  | { readonly jsonrpc: "2.0"; readonly id: RequestId; readonly result: Params }
  | { readonly jsonrpc: "2.0"; readonly id: RequestId | null; readonly error: AnswerError };

type AnswerError = { readonly code: number; readonly message: string; readonly data?: unknown };

/** The message for a line that is too long to be read. */
export const tooLong: Message = {
  kind: "invalid",
  id: null,
  error: new RpcError(rpcCodes.invalidRequest, `Invalid Request: line exceeds ${maxLineBytes} bytes`),
};

/** Reads the JSON of one message of JSON-RPC 2.0: a line of stdin, or the body of an HTTP request. */
export function readMessage(json: string): Message {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return invalid(null, rpcCodes.parseError, "Parse error");
  }
  if (Array.isArray(value)) return invalidRequest(null, "batching is not supported");
  if (!isObject(value)) return invalid(null, rpcCodes.invalidRequest, "Invalid Request");
  return "id" in value ? readWithId(value) : readWithoutId(value);
}

export function resultAnswer(id: RequestId, result: Params): Answer {
  return { jsonrpc: "2.0", id, result };
}

/** @param id null when it is unknown */
export function errorAnswer(id: RequestId | null, { code, message, data }: RpcError): Answer {
  return { jsonrpc: "2.0", id, error: data === undefined ? { code, message } : { code, message, data } };
}

function readWithoutId({ method, params }: Params): Message {
  if (typeof method !== "string") return invalidRequest(null, "method must be a string");
  return { kind: "notification", method, params: isObject(params) ? params : {} };
}

function readWithId(value: Params): Message {
  const { id, method, params, jsonrpc } = value;
  if (method === undefined && ("result" in value || "error" in value)) {
    const { result, error } = value;
    return { kind: "response", id, result: isObject(result) ? result : undefined, error };
  }
  if (typeof id !== "string" && !Number.isSafeInteger(id)) {
    return invalidRequest(null, "id must be a string or an integer");
  }
  const requestId = typeof id === "string" ? id : Number(id);
  if (jsonrpc !== "2.0") return invalidRequest(requestId, 'jsonrpc must be "2.0"');
  if (typeof method !== "string") return invalidRequest(requestId, "method must be a string");
  if (params !== undefined && params !== null && !isObject(params)) {
    return invalid(requestId, rpcCodes.invalidParams, "Invalid params: params must be an object");
  }
  return { kind: "request", id: requestId, method, params: params ?? {} };
}

function invalidRequest(id: RequestId | null, reason: string): Message {
  return invalid(id, rpcCodes.invalidRequest, `Invalid Request: ${reason}`);
}

function invalid(id: RequestId | null, code: number, message: string): Message {
  return { kind: "invalid", id, error: new RpcError(code, message) };
}
