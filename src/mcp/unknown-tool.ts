import { nearest } from "../base/nearest.ts";
import { RpcError, rpcCodes } from "./rpc-error.ts";
import type { Era } from "./versions.ts";

/** Tools that are only served with a setting, and the setting. */
const settingOf: ReadonlyMap<string, string> = new Map([
  ["replace_symbol", "It is served with --allow-edits, or CODEGROVE_ALLOW_EDITS=true."],
  ["run_project_command", "It is served if the configuration has commands: docs/users/commands.md."],
]);

/**
 * The error of a call of a tool that is not served. The revisions with a handshake have always had -32601 here. Later ones have the
 * code of the specification's example, as HTTP answers -32601 with 404, which clients take for a server without the method.
 */
export function unknownTool(name: string, served: readonly string[], era: Era): RpcError {
  const details = settingOf.get(name);
  const data = details === undefined ? undefined : { details };
  if (era === "legacy") return new RpcError(rpcCodes.methodNotFound, `Tool not found: ${name}`, data);
  const suggestion = nearest(name, served);
  const didYouMean = data === undefined && suggestion !== undefined ? { did_you_mean: [suggestion] } : undefined;
  return new RpcError(rpcCodes.invalidParams, `Unknown tool: ${name}`, data ?? didYouMean);
}
