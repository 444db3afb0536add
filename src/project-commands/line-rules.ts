/**
 * A parser of the output of compilers, linters and test runners, by regular expressions in `parsers/<name>.json`.
 * Input: lines; output: counts, failures and diagnostics with their places.
 */
import { join } from "node:path";
import * as z from "zod";
import { pushTo } from "../base/group-by.ts";
import { maxOutputRows, maxRuleFileBytes } from "../base/limits.ts";
import { packageDir } from "../base/package.ts";
import { readSmallFile } from "../base/regular-file.ts";
import { severities } from "../base/severity.ts";
import {
  type CountName,
  countNames,
  type Diagnostic,
  type Failure,
  type OutputReader,
  severityOf,
} from "./findings.ts";

/** The finding in a line that matches. Its named groups are the keys of it. */
const gives = [
  /** A diagnostic; what it lacks is of the last head. */
  "diagnostic",
  "diagnostic-head",
  /** The code that the last diagnostic lacks. */
  "diagnostic-code",
  /** A failure; a further place of one that may be known by its name; or what is one only if a failure follows. */
  "failure",
  "same-failure",
  "start",
  /** A key that the last failure lacks. */
  "detail",
  /** A number, or one more where the line has none. */
  "count",
] as const;

const Rule = z.strictObject({
  id: z.string(),
  gives: z.enum(gives),
  /** A regular expression of linear or, in a line, quadratic time. */
  pattern: z.string(),
  count: z.enum(countNames).optional(),
  /** Of a failure: what it counts as. */
  counts: z.enum(countNames).optional(),
  name: z.string().optional(),
  severity: z.enum(severities).optional(),
  /** True when the next line is the message, with the indented lines after it where it ends with a colon. */
  takesNext: z.boolean().optional(),
});

const RuleFile = z.strictObject({ rules: z.array(Rule).min(1) });

type CompiledRule = z.infer<typeof Rule> & { readonly expression: RegExp };

type Groups = Readonly<Record<string, string | undefined>>;

type Open = { -readonly [Key in keyof Failure]: Failure[Key] };

/** Returns a reader by the rules of `parsers/<name>.json`. */
export function readByRules(name: string): OutputReader {
  const file = readSmallFile(join(packageDir, "parsers", `${name}.json`), maxRuleFileBytes);
  const { rules } = RuleFile.parse(JSON.parse(file.toString()));
  return new LineReader(rules.map((rule) => ({ ...rule, expression: new RegExp(rule.pattern, "u") })));
}

/** UTF-16 code units of a message of several lines. */
const maxMessageChars = 500;

class LineReader implements OutputReader {
  readonly #rules: readonly CompiledRule[];
  readonly #counts = new Map<CountName, number>();
  readonly #failures = new Set<Open>();
  /** Failures by what keyOf returns: an output may have as many lines about them as it has lines. */
  readonly #byKey = new Map<string, Open[]>();
  readonly #diagnostics: Diagnostic[] = [];
  #omitted = 0;
  /** The failure that details are added to. */
  #current: Open | undefined;
  #head: Groups = {};
  #takesNext = false;
  /** The failure whose message goes on. */
  #open: Open | undefined;

  constructor(rules: readonly CompiledRule[]) {
    this.#rules = rules;
  }

  readonly line = (text: string): void => {
    if (this.#takesNext) {
      this.#takesNext = false;
      this.#complete({ message: text.trim() });
      this.#open = text.endsWith(":") ? this.#current : undefined;
      return;
    }
    if (this.#open !== undefined && text.startsWith("  ")) {
      this.#open.message = `${this.#open.message} ${text.trim()}`.slice(0, maxMessageChars);
      return;
    }
    this.#open = undefined;
    // Of no rule, and the cheapest line to write many of.
    if (text === "") return;
    for (const rule of this.#rules) {
      const match = rule.expression.exec(text);
      if (match !== null) this.#apply(rule, match.groups ?? {});
    }
  };

  readonly end = () => ({
    counts: Object.fromEntries(this.#counts),
    failures: [...this.#failures],
    diagnostics: this.#diagnostics,
    omitted: this.#omitted,
  });

  #apply(rule: CompiledRule, groups: Groups): void {
    if (rule.counts !== undefined) this.#count(rule.counts, undefined);
    if (rule.gives === "count" && rule.count !== undefined) this.#count(rule.count, groups.number);
    else if (rule.gives === "diagnostic-head") this.#head = groups;
    else if (rule.gives === "diagnostic-code") this.#completeDiagnostic(groups.code);
    else if (rule.gives === "diagnostic") this.#addDiagnostic(rule, groups);
    else if (rule.gives === "detail") this.#complete(failureOf(rule, groups), rule.takesNext);
    else if (rule.gives === "start") this.#current = failureOf(rule, groups);
    else if (rule.gives === "failure") this.#addFailure(failureOf(rule, groups));
    else if (rule.gives === "same-failure") this.#mergeFailure(failureOf(rule, groups));
  }

  #count(name: CountName, written: string | undefined): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + (written === undefined ? 1 : Number(written)));
  }

  #addDiagnostic(rule: CompiledRule, groups: Groups): void {
    const { file, line, column, severity, code, message } = { ...this.#head, ...groups };
    this.#head = {};
    if (file === undefined || line === undefined || message === undefined) return;
    if (this.#isFull()) return;
    this.#diagnostics.push({
      filepath: file,
      line: Number(line),
      ...(column !== undefined && { column: Number(column) }),
      severity: severityOf(severity, rule.severity),
      ...(code !== undefined && { code }),
      message,
    });
  }

  #completeDiagnostic(code: string | undefined): void {
    const last = this.#diagnostics.at(-1);
    if (last === undefined || last.code !== undefined || code === undefined) return;
    const { message, ...place } = last;
    this.#diagnostics[this.#diagnostics.length - 1] = { ...place, code, message };
  }

  #addFailure(failure: Open): void {
    this.#current = failure;
    if (this.#isFull()) return;
    this.#failures.add(failure);
    pushTo(this.#byKey, keyOf(failure), failure);
  }

  #mergeFailure(failure: Open): void {
    if (this.#current !== undefined && !this.#failures.has(this.#current) && isSame(this.#current, failure)) {
      this.#complete(failure);
      this.#addFailure(this.#current);
      return;
    }
    const known = this.#byKey.get(keyOf(failure))?.find((one) => isSame(one, failure));
    if (known === undefined) this.#addFailure(failure);
    else complete(known, failure);
  }

  #complete(failure: Open, takesNext = false): void {
    if (this.#current === undefined) return;
    this.#takesNext = takesNext && this.#current.message === undefined;
    complete(this.#current, failure);
  }

  #isFull(): boolean {
    const isFull = this.#failures.size + this.#diagnostics.length >= maxOutputRows;
    if (isFull) this.#omitted++;
    return isFull;
  }
}

function failureOf({ name }: CompiledRule, groups: Groups): Open {
  const { file, line, message, state } = groups;
  return {
    name: groups.name ?? name,
    filepath: file,
    line: line === undefined ? undefined : Number(line),
    message: message ?? state?.trim(),
  };
}

/** Returns what lines about one test share: its name, or the file where that is all that failed. */
function keyOf({ name, filepath }: Open): string {
  return name?.replaceAll("::", ".") ?? filepath ?? "";
}

/** True for two lines about one test: of one name and not of different files. */
function isSame(one: Open, other: Open): boolean {
  const isOfOneFile = one.filepath === undefined || other.filepath === undefined || one.filepath === other.filepath;
  if (other.name === undefined) return (one.name ?? one.filepath) === other.filepath;
  return isOfOneFile && one.name?.replaceAll("::", ".") === other.name.replaceAll("::", ".");
}

/** Adds what is missing. A line is of the file next to it. */
function complete(failure: Open, { name, filepath, line, message }: Open): void {
  failure.name ??= name;
  if (failure.filepath === undefined && filepath !== undefined) {
    failure.filepath = filepath;
    failure.line ??= line;
  }
  failure.message ??= message;
}
