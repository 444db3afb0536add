import * as z from "zod";
import { TargetArguments } from "../arguments/target-arguments.ts";
import { type AnyFileTool, defineTool } from "../contract/tool.ts";

/** The purpose of declarations: a text without the bodies of functions has all except locals. */
export const declared: ReadonlySet<string> = new Set(["declaration"]);

/** Reads the declarations of files, for the facts that are left: tools over the index answer from them. */
export const declarations = readerOf("declarations");

/** Reads all that facts may say of files. */
export const everything = readerOf("everything");

/** A tool that is in no list, and has no rows. */
function readerOf(needs: "declarations" | "everything"): AnyFileTool {
  return defineTool({
    needs,
    name: needs,
    title: "Read for the index",
    description: "Reads files for the index.",
    input: TargetArguments.extend({ name: z.string().optional() }),
    kind: "definitions",
    parsing: { nameGlobOf: ({ name }) => name, ...(needs === "declarations" && { onlyKinds: declared }) },
    rowsOf: () => ({ rows: {} }),
  });
}
