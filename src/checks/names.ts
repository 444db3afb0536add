import type { Pass } from "./pass.ts";
import { nameChecks, nameFindingsOf } from "./python/name-findings.ts";

/** The findings about names in a file, for languages whose names can be known without a build. */
export const names: Pass = {
  checksOf: ({ name }) => (name === "python" ? nameChecks : []),
  findingsIn: (file) => nameFindingsOf(file.flat(), file),
};
