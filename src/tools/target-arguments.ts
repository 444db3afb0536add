import * as z from "zod";

/** The arguments that every file-level tool takes. */
export const TargetArguments = z.strictObject({
  filepath: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .describe("File path, array of paths, directory, or glob such as src/**/*.hpp"),
  recursive: z.boolean().optional().describe("Scan directories recursively (default: true)"),
  file_patterns: z
    .array(z.string().min(1))
    .optional()
    .describe("Glob patterns for file filtering; ! excludes (default: *.cpp *.hpp *.h *.cc *.cxx *.py)"),
  no_ignore: z.boolean().optional().describe("Also read what .gitignore and node_modules leave out (default: false)"),
});

export type TargetArguments = z.infer<typeof TargetArguments>;
