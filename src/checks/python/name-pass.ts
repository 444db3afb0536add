import type { Pass } from "../pass.ts";
import { nameChecks, nameFindingsOf } from "./name-findings.ts";

/** Finds faults of names in a file of Python, whose names are known without a build. */
export const names: Pass = {
  checksOf: ({ name }) => (name === "python" ? nameChecks : []),
  findingsIn: (file) => nameFindingsOf(file.flat(), file),
};
