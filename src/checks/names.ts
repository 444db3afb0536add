import type { Pass } from "./pass.ts";
import { nameChecks, nameFindingsOf } from "./python/name-findings.ts";

/** What is wrong with the names of a file, of the languages whose names can be known without a build. */
export const names: Pass = {
  checksOf: ({ name }) => (name === "python" ? nameChecks : []),
  findingsIn: (file) => nameFindingsOf(file.flat(), file),
};
