import { referencePatterns } from "./arguments/reference-patterns.ts";
import { TargetArguments } from "./arguments/target-arguments.ts";
import { defineTool } from "./contract/tool.ts";

/** Lists function definitions: in C++ functions with a body, defaulted or deleted; in Python every def. */
export const findFunctions = defineTool({
  needs: "outline",
  name: "find_functions",
  title: "Find functions",
  description: "Find all function definitions with locations: functions, methods, constructors, operators with a body.",
  help: {
    does: "functions and where they are",
    group: "Read files",
    examples: [
      { line: "codegrove find_functions src app.py", does: "the functions of a folder and of a file" },
      { line: "git ls-files '*.py' | codegrove find_functions -", does: "the functions of the files in git" },
    ],
    synonyms: ["functions"],
  },
  input: TargetArguments,
  kind: "definitions",
  search: { listsFilepathAsRequired: true, defaultPatterns: referencePatterns },
  parsing: { onlyKinds: new Set(["function"]) },
  rowsOf: (file) => {
    const functions = file.definitionsOf("function");
    return { rows: { functions }, isEmpty: functions.length === 0 };
  },
});
