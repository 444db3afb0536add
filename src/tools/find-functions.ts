import { TargetArguments } from "./target-arguments.ts";
import { defineTool } from "./tool.ts";

/** The kinds of definitions in tags.scm that are functions. */
export const functionKinds: ReadonlySet<string> = new Set(["function"]);

/** Lists function definitions: in C++ those with a body, defaulted or deleted; in Python every def. */
export const findFunctions = defineTool({
  over: "file",
  reads: "outline",
  name: "find_functions",
  title: "Find functions",
  description:
    "Find all function definitions with locations: functions, methods, constructors, operators. Declarations " +
    "without a body are left out.",
  input: TargetArguments,
  listsFilepathAsRequired: true,
  countsFiles: false,
  kind: "definitions",
  onlyKinds: functionKinds,
  rowsOf: (file) => ({
    rows: {
      functions: file
        .outline()
        .definitions.filter(({ kind }) => functionKinds.has(kind))
        .map(({ name, line, column }) => ({ name, line, column })),
    },
  }),
});
