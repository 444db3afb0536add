/**
 * The methods that macros in the body of a class define, `INFORMATION("Circle")` with `#define INFORMATION(x) string name() …`.
 * Input: a class, and the name of a method; output: the macro that defines it.
 */
import { getOrInsert } from "../base/get-or-insert.ts";
import type { Code } from "./code.ts";
import type { Declaration } from "./code-index.ts";

/** A use of a macro as a member of a class, by the letters of its name. */
const memberMacro = /(?:^|[;{}:)])[^\S\n]*(\w*[A-Z][A-Z_\d]{2,}\w*)\b/gm;

/** The name of a macro in what another one is replaced by. */
const anyMacro = /\b\w*[A-Z][A-Z_\d]{2,}\w*\b/g;

/** Macros that one use is followed through, at most. */
const maxMacros = 50;

/** Macros in the bodies of classes. */
export class MacroMembers {
  readonly #code: Pick<Code, "index" | "textOf">;
  /** Name of a macro → the macros that it uses, itself first. */
  readonly #macros = new Map<string, readonly Declaration[]>();
  /** Class → the macros in its body. */
  readonly #ofClasses = new Map<Declaration, readonly Declaration[]>();
  readonly #replacements = new Map<Declaration, string>();

  constructor(code: Pick<Code, "index" | "textOf">) {
    this.#code = code;
  }

  /** The macro in the body of a class that defines a method of a name; undefined if none does. */
  definingIn(declaration: Declaration, name: string): Declaration | undefined {
    if (!/^\w+$/.test(name)) return undefined;
    const method = definitionOf(name);
    return this.#macrosIn(declaration).find((macro) => method.test(this.#replacementOf(macro)));
  }

  #macrosIn(declaration: Declaration): readonly Declaration[] {
    return getOrInsert(this.#ofClasses, declaration, () => {
      const { file, headEnd, end } = declaration;
      const body = this.#code.textOf(file.path)?.slice(headEnd, end) ?? "";
      const words = new Set(Array.from(body.matchAll(memberMacro), ([, word = ""]) => word));
      return [...words].flatMap((word) => this.#throughMacros(word));
    });
  }

  #throughMacros(word: string): readonly Declaration[] {
    return getOrInsert(this.#macros, word, () => {
      const names = new Set([word]);
      const found: Declaration[] = [];
      for (const name of names) {
        for (const macro of this.#code.index.named(name)) {
          if (macro.kind !== "macro" || found.length >= maxMacros) continue;
          found.push(macro);
          for (const [inner] of this.#replacementOf(macro).matchAll(anyMacro)) names.add(inner);
        }
      }
      return found;
    });
  }

  /** The text of a macro without its name; with its parameters if it is long. */
  #replacementOf(macro: Declaration): string {
    return getOrInsert(this.#replacements, macro, () => {
      const { type, file, at, name, end } = macro;
      const text = type === "" ? (this.#code.textOf(file.path)?.slice(at + name.length, end) ?? "") : type;
      return text.replace(/\\\r?\n/g, " ");
    });
  }
}

/** The definition of a method, or its declaration as one that overrides another. */
function definitionOf(name: string): RegExp {
  const head = `[\\w>*&]\\s*\\b${name}\\s*\\([^(){};]*\\)`;
  return new RegExp(
    `${head}[^(){};=]*(?:\\{|\\b(?:override|final)\\b[^(){};=]*;)|\\bvirtual\\b[^(){};=]*${head}[^(){};=]*;`,
  );
}
