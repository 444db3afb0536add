import { getOrInsert } from "../../../base/get-or-insert.ts";

/** Names of other platforms, and of things that a compiler lacks. */
const falseNames =
  /^(?:_MSC_VER|_?_?WIN(?:32|64|DOWS)_*|_WIN32_WCE|__CYGWIN__|__MINGW\w+|__BORLANDC__|__CUDA\w+|__INTEL_COMPILER|__APPLE__|\w*DOXYGEN\w*|GENERATING_DOCUMENTATION|Q_CC_MSVC|Q_CLANG_QDOC|Q_QDOC|__WATCOMC__|__SUNPRO_CC|__DMC__|__IBMCPP__|__CODEGEARC__|SWIG|SIP_RUN|__OBJC__|_MANAGED|_M_CEE|__CLR_VER|__cplusplus_(?:cli|winrt)|Q_MOC_RUN|RC_INVOKED|__midl|(?:\w+_)?OS_(?!LINUX|UNIX|POSIX)\w+|(?:\w+_)?(?:NO|DISABLE|DISABLED|WITHOUT|LACKS)_\w+)$/;
const trueNames =
  /^(?:__cplusplus|__GNUC__|__clang__|__linux__|__linux|linux|__unix__|__x86_64__|Q_OS_LINUX|Q_OS_UNIX|Q_CC_GNU)$/;

/** True for a macro that a common build does not define, by its name. */
export function isFalseName(name: string): boolean {
  return falseNames.test(name);
}

/** Answers conditions the way a C++ compiler on a usual platform would, and the same way each time. */
export class Assumptions {
  readonly #truths = new Map<string, boolean>();
  readonly #isDefined: (name: string) => boolean;

  /** `isDefined` knows the macros of the code base that a common build defines; any other counts as undefined if there is a choice. */
  constructor(isDefined: (name: string) => boolean) {
    this.#isDefined = isDefined;
  }

  /**
   * The branch to take, by the lines of `#if`, `#elif`s and `#else`: the first one that holds, or else the first one that may hold on
   * a usual platform; -1 for none.
   */
  choose(lines: readonly string[]): number {
    const holding = lines.findIndex((line) => this.#holds(line, lines.length === 1));
    if (holding >= 0) return holding;
    const generous = new Assumptions(() => true);
    return lines.findIndex((line) => generous.#holds(line, true));
  }

  #holds(line: string, isOnly: boolean): boolean {
    const parts = /^#[ \t]*(\w+)[ \t]*([\s\S]*)$/.exec(line);
    if (!parts) return true;
    const [, directive = "", rest = ""] = parts;
    if (directive === "else") return true;
    const condition = rest.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, " ").trim();
    if (/ifdef$/.test(directive)) return this.#truth(condition, isOnly);
    if (/ifndef$/.test(directive)) return !this.#truth(condition, false, false);
    return this.#evaluate(condition, isOnly);
  }

  /** `wanted` is what becomes of a name that nothing is known of. */
  #evaluate(condition: string, wanted: boolean, asksFiles = true): boolean {
    const text = condition.trim();
    const negated = /^!([^&|]*)$/.exec(text);
    if (negated) return !this.#evaluate(negated[1] ?? "", false, !asksFiles);
    if (text.includes("||")) return text.split("||").some((part) => this.#evaluate(part, wanted, asksFiles));
    if (text.includes("&&")) return text.split("&&").every((part) => this.#evaluate(part, wanted, asksFiles));
    const inner = /^\(([^()]*)\)$/.exec(text);
    if (inner) return this.#evaluate(inner[1] ?? "", wanted, asksFiles);
    const name = /^\(*(?:defined\s*\(?\s*)?(\w+)\s*\)*$/.exec(text);
    return this.#truth(name?.[1] ?? text, wanted, asksFiles);
  }

  /** A name that a condition denies is taken for undefined even where files define it, as include guards are. */
  #truth(name: string, wanted: boolean, asksFiles = true): boolean {
    if (/^\d/.test(name)) return /[1-9]/.test(name);
    const word = /\w+/.exec(name)?.[0] ?? "";
    if (falseNames.test(word)) return false;
    if (trueNames.test(word)) return true;
    return getOrInsert(this.#truths, name, () => wanted || (asksFiles && this.#isDefined(word)));
  }
}
