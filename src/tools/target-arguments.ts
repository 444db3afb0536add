import { z } from "zod";

/** The arguments that every file-level tool takes. One of `filepath` and `source` must be there. */
export const TargetArguments = z.strictObject({
  filepath: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .optional()
    .describe("File path, array of paths, directory, or glob such as src/**/*.hpp"),
  recursive: z.boolean().optional().describe("Scan directories recursively (default: true)"),
  file_patterns: z
    .array(z.string().min(1))
    .optional()
    .describe("Glob patterns for file filtering; ! excludes (default: *.cpp *.hpp *.h *.cc *.cxx *.py)"),
  no_ignore: z.boolean().optional().describe("Also read what .gitignore and node_modules leave out (default: false)"),
  max_results: z.int().min(1).optional().describe("Files in one answer (default: what fits)"),
  cursor: z.string().min(1).optional().describe("next_cursor of the answer before, to go on"),
  source: z.string().optional().describe("Text to ask in place of filepath, such as an unsaved file"),
  language: z.string().min(1).optional().describe("Language of source: cpp or python"),
});

export type TargetArguments = z.infer<typeof TargetArguments>;
