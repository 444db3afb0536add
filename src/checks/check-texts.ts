/**
 * The descriptions of checks, as formats show them next to findings. Input: the languages whose lint rules count; output: a sentence, an
 * explanation and the names in other tools for each code, the codes of get_changes among them.
 */
import { syntaxAliases, syntaxCodes } from "../syntax/diagnostics.ts";
import type { Languages } from "../syntax/languages.ts";
import { type LintRule, lintRulesOf } from "../syntax/lint-rules.ts";
import { type NameCode, nameAliases } from "./python/finding-of.ts";

/** The description of a check. */
export type CheckText = {
  /** One sentence without a full stop. */
  readonly title: string;
  /** Sentences, in plain text. */
  readonly help: string;
  /** The names of the same check in other tools. */
  readonly aliases: readonly string[];
};

type Texts = readonly [title: string, help: string];

const syntax: Readonly<Record<(typeof syntaxCodes)[number], Texts>> = {
  syntax_error: [
    "Code that does not parse",
    "The parser cannot read the code here. The mistake may be a few tokens before this place. In C++, code that a compiler accepts " +
      "may need the definition of a macro that is not in the folder.",
  ],
  missing_token: [
    "A token is missing",
    "The code parses if the token that the message names is put here. The code before it is complete otherwise.",
  ],
};

const names: Readonly<Record<NameCode, Texts>> = {
  "undefined-name": [
    "A name that nothing defines",
    "Neither the scopes around this place nor the builtins have the name, so that the line raises NameError if it is run. " +
      "Define or import it, or correct its spelling.",
  ],
  "unused-import": [
    "An import that nothing uses",
    "Nothing in the file uses the imported name. Remove the import. If other files take the name from here, add it to __all__ or " +
      "write `import x as x`.",
  ],
  "unused-variable": [
    "A local variable that nothing uses",
    "The function assigns the variable and never reads it. Remove it, or use the value.",
  ],
  redefinition: [
    "A definition that replaces an unused one",
    "The name was defined before, and nothing used it until this definition. Remove or rename one of them.",
  ],
  "undefined-local": [
    "A local variable that is read before it is assigned",
    "The function assigns the name further down, so that it is local in the whole function, and this line raises " +
      "UnboundLocalError. Declare it as global or nonlocal, or rename the local variable.",
  ],
  "star-import-used": [
    "A name that may come from a star import",
    "The file does not define the name, and has an import with a star that may. Import the name itself.",
  ],
  "return-outside-function": ["A return outside of a function", "Python refuses to compile the file."],
  "duplicate-argument": [
    "Two parameters have one name",
    "Python refuses to compile the file. Rename one of the parameters.",
  ],
  "unchecked-scope": [
    "Names that were not checked",
    "Functions or classes are nested more deeply than names are checked. The code in them may have faults that are not listed.",
  ],
};

/** By code of get_changes. */
const changes: Readonly<Record<string, Texts>> = {
  "unfit-call": [
    "A call that no longer fits a changed signature",
    "The change added, removed or renamed a parameter, and this call passes other arguments. Adapt the call.",
  ],
  "changed-signature": [
    "A changed signature with uses that were not changed",
    "The related places use the symbol, and the change left them as they were. Check each of them.",
  ],
  "removed-symbol": [
    "The name of a removed symbol",
    "The change removed the symbol, and this line still has its name. It may also be the name of something else.",
  ],
};

/** By code. */
const ownTexts: ReadonlyMap<string, Texts> = new Map(Object.entries({ ...syntax, ...names, ...changes }));

/**
 * Returns the description of a check by its code; undefined for a code that nothing describes.
 *
 * @throws UserError if lint rules of a project cannot be read
 */
export function checkTextOf(code: string, languages: Languages): CheckText | undefined {
  const texts = ownTexts.get(code);
  if (texts === undefined) {
    const rule = languages.flatMap((language) => lintRulesOf(language)).find(({ id }) => id === code);
    return rule === undefined ? undefined : textOfRule(rule);
  }
  const isSyntax = syntaxCodes.some((known) => known === code);
  return { title: texts[0], help: texts[1], aliases: isSyntax ? syntaxAliases : nameAliases(code) };
}

function textOfRule({ message, good: [good], bad: [bad], aliases }: LintRule): CheckText {
  const example = (word: string, source: string | undefined) =>
    source === undefined ? [] : [`${word}:\n${source.trimEnd()}`];
  const title = message.replace(/\{\w+\}/g, "…");
  const help = [title, ...example("Reported", bad), ...example("Not reported", good)].join("\n");
  return { title, help, aliases };
}
