/**
 * The branches that a common build leaves out, by platforms and by names that nobody defines, in one pass over the directives of a
 * text. Input: the directives, one after the other; output: whether the text after the last one is left out.
 */
import { type KnownNames, valueOfCondition } from "./condition-value.ts";
import { isFalseName } from "./conditions.ts";

/** Compilers and their versions are left open: a text has branches for several of them. */
const names: KnownNames = {
  defined: { has: (name) => /^(?:__linux__|__linux|linux|__unix__|Q_OS_LINUX|Q_OS_UNIX)$/.test(name) },
  undefined: { has: isFalseName },
};

/** Characters of a directive that is evaluated: the value of a longer one is not known. */
const maxDirective = 400;

/** One `#if … #endif` that is open. */
type Group = { readonly isOutside: boolean; readonly isTaken: boolean; readonly isLeftOut: boolean };

export class LeftOutBranches {
  readonly #open: Group[] = [];

  /** True if the text after the last directive is left out. */
  get isLeftOut(): boolean {
    return this.#open.at(-1)?.isLeftOut === true;
  }

  /** Goes on after a directive: `#ifdef _WIN32`, `#else`, `#endif`. */
  pass(directive: string): void {
    const [, word = ""] = /^#[ \t]*(\w+)/.exec(directive) ?? [];
    const isOutside = this.isLeftOut;
    if (word.startsWith("if")) this.#enter({ isOutside, isTaken: false, isLeftOut: isOutside }, directive);
    else if (word === "endif") this.#open.pop();
    else {
      const group = this.#open.pop();
      if (group !== undefined) this.#enter(group, directive);
    }
  }

  #enter({ isOutside, isTaken }: Group, directive: string): void {
    const value = directive.length > maxDirective ? undefined : valueOfCondition(directive, names);
    this.#open.push({
      isOutside,
      isTaken: isTaken || value === true,
      isLeftOut: isOutside || isTaken || value === false,
    });
  }
}
