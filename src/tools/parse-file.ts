import { referencePatterns } from "./arguments/reference-patterns.ts";
import { TargetArguments } from "./arguments/target-arguments.ts";
import { defineTool } from "./contract/tool.ts";

/** Counts the classes, functions and imports of a file, and says whether it has syntax errors. */
export const parseFile = defineTool({
  needs: "outline",
  name: "parse_file",
  title: "Parse files",
  description:
    "Parse C++/Python file(s) and return metadata: counts of classes, functions and imports, syntax errors, language.",
  help: {
    does: "counts of classes, functions and includes",
    group: "Read files",
    examples: [{ line: "codegrove parse_file src --format jsonl", does: "a line of JSON for each file" }],
    synonyms: ["parse"],
  },
  input: TargetArguments,
  kind: "counts",
  search: { listsFilepathAsRequired: true, defaultPatterns: referencePatterns },
  totals: { countsFiles: true },
  rowsOf: (file) => ({
    rows: {
      class_count: file.countOf("class"),
      function_count: file.countOf("function"),
      include_count: file.countImports(),
      has_errors: file.hasErrors(),
      language: file.language.name,
    },
  }),
});
