import { basename } from "node:path";
import type { ProgramName } from "../cli/help.ts";

/** Returns the name of the command of this process. npm's shims for Windows do not pass it on. */
export function programName(): ProgramName {
  return basename(process.argv[1] ?? "") === "mcp_stdio_server" ? "mcp_stdio_server" : "codegrove";
}
