import { countWhile } from "../../base/count-while.ts";
import type { FlatTree } from "../../syntax/flat/flat-tree.ts";
import type { FlatText } from "../../syntax/parse.ts";
import type { Finding } from "../finding.ts";
import type { Pass } from "../pass.ts";
import type { Check } from "../selection.ts";
import { brokenParts } from "./broken-parts.ts";
import { expressionSteps } from "./expressions.ts";
import { checkedCodes, type NameFinding } from "./finding-of.ts";
import { Forks } from "./forks.ts";
import { functionSteps } from "./functions.ts";
import { Names } from "./names.ts";
import { statementSteps } from "./statements.ts";
import { type Step, Walk } from "./walk.ts";

/** The findings about names in a Python file. */
export const nameChecks: readonly Check[] = checkedCodes.map(([code, aliases]) => ({
  source: "names" as const,
  code,
  aliases,
  isOn: true,
}));

type CheckedFile = {
  /** "" for unsaved text. */
  readonly path: string;
  /** Parses the text of a string, to read annotations in it. The tree stays valid. */
  readonly parsePart: (part: string) => FlatTree;
};

const steps: ReadonlyMap<string, Step> = new Map([...statementSteps, ...functionSteps, ...expressionSteps]);

/** Finds faults of names in a file of Python, whose names are known without a build. */
export const names: Pass = {
  checksOf: ({ name }) => (name === "python" ? nameChecks : []),
  findingsIn: (file) => nameFindingsOf(file.flat(), file),
};

/** Returns the findings about names in a Python file, by the rules of pyflakes. */
export function nameFindingsOf(flat: FlatText, { path, parsePart }: CheckedFile): readonly Finding[] {
  const { tree, text } = flat;
  const broken = brokenParts(flat);
  const brokenStarts = [...broken].map((node) => tree.start(node)).sort((a, b) => a - b);
  const forks = new Forks();
  const isPackage = /(?:^|[\\/])__init__\.pyi?$/.test(path);
  const isStub = path.endsWith(".pyi");
  const names = new Names({ forks, isPackage, isStub, lineOf: (offset) => flat.positionOf(offset).line });
  const code = { tree, text, anchor: undefined };
  const walk = new Walk({ code, names, forks, steps, parsePart, broken });
  walk.postponesAnnotations = isStub;
  if (broken.size > 0) walk.skipLongStrings();
  walk.run();
  return names
    .finish()
    .filter((finding) => (broken.size === 0 && walk.unread.size === 0) || isSure(finding, walk.unread, brokenStarts))
    .map((finding) => inFile(finding, flat))
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** True when parts that do not parse, by their starts, cannot make a finding wrong. */
function isSure(
  { code, name, start, related }: NameFinding,
  unread: ReadonlySet<string>,
  broken: readonly number[],
): boolean {
  if (code === "return-outside-function" || unread.has(name)) return false;
  // The head of another class may be lost between two definitions.
  const before = (offset: number) => countWhile(broken.length, (i) => (broken[i] ?? 0) < offset);
  return code !== "redefinition" || before(related?.start ?? 0) === before(start);
}

function inFile({ name, start, end, related, ...finding }: NameFinding, { offsetOf, endOf }: FlatText): Finding {
  const place = { start: offsetOf(start), end: endOf(end) };
  if (related === undefined) return { ...finding, ...place };
  return { ...finding, ...place, related: { ...related, start: offsetOf(related.start), end: endOf(related.end) } };
}
