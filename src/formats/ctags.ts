/**
 * The format `ctags`. Input: symbols; output: the tags file of tags(5) in its extended format, sorted by bytes, which
 * vim, Emacs and readtags search:
 * `area⇥src/a.cpp⇥12;"⇥kind:method⇥line:12⇥class:Shape⇥access:public⇥signature:()⇥end:14`. Names are escaped as
 * Universal Ctags does by default; paths are written as they were given. The lines are held until the end, since a
 * sorted file begins with any of them. A message next to it says what failed: a tags file has no place for it.
 */
import { type ListedSymbol, ListedSymbols } from "../answers/row-kinds.ts";
import { hiddenExcept } from "../base/escape/hidden.ts";
import { packageVersion } from "../base/package.ts";
import { type Format, refuseIndexAnswer } from "./format.ts";

export const ctags: Format = {
  omitsFailures: true,
  begin: () => {
    const tags: Tag[] = [];
    const kinds = new Map<string, string>();
    let isWhole = true;
    return {
      file: ({ name, result }) => {
        if ("error" in result) return "";
        // A budget that was set may have left only names.
        if (result.rows.kind !== "symbols") isWhole = false;
        else addTags(tags, kinds, escaped(name), ListedSymbols.parse(result.rows.values).symbols, "");
        return "";
      },
      end: () => {
        const lines = tags.map((tag) => Buffer.from(lineOf(tag, kinds))).sort(Buffer.compare);
        return { text: head() + Buffer.concat(lines).toString(), failed: !isWhole };
      },
    };
  },
  ofIndex: refuseIndexAnswer,
  ofFailure: () => "",
};

/** A line in parts: the kind of its scope is known once all files are. */
type Tag = { readonly start: string; readonly scope: string; readonly end: string };

/** Names of Universal Ctags for kinds that it calls otherwise. */
const kindNames: ReadonlyMap<string, string> = new Map([
  ["enum_member", "enumerator"],
  ["field", "member"],
  ["type_parameter", "typeParameter"],
]);

/** Kinds that a scope has: a method of the same qualified name is none. */
const scopes: ReadonlySet<string> = new Set(["class", "struct", "enum", "interface", "namespace", "module"]);

function addTags(
  tags: Tag[],
  kinds: Map<string, string>,
  path: string,
  symbols: readonly ListedSymbol[],
  holder: string,
) {
  for (const symbol of symbols) {
    const { name, line, end_line, access, container = holder, children } = symbol;
    const kind = kindOf(symbol);
    for (const qualified of qualifiedNames(container, name)) {
      if (scopes.has(kind) && !kinds.has(qualified)) kinds.set(qualified, kind);
    }
    const signature = parametersOf(symbol);
    tags.push({
      start: `${escapedName(name)}\t${path}\t${line};"\tkind:${kind}\tline:${line}`,
      scope: container,
      end: [
        ...(access === undefined ? [] : [`\taccess:${access}`]),
        ...(signature === undefined ? [] : [`\tsignature:${escaped(signature)}`]),
        ...(end_line === undefined ? [] : [`\tend:${end_line}`]),
        "\n",
      ].join(""),
    });
    if (children !== undefined) addTags(tags, kinds, path, children, qualifiedNames(container, name)[0] ?? name);
  }
}

function kindOf({ kind, declared }: ListedSymbol): string {
  if (declared && ["function", "method", "constructor", "operator"].includes(kind)) return "prototype";
  return kindNames.get(kind) ?? kind;
}

/** Returns the name with its container, by the separator of either kind of language. */
function qualifiedNames(container: string, name: string): readonly string[] {
  return container === "" ? [name] : [`${container}::${name}`, `${container}.${name}`];
}

function lineOf({ start, scope, end }: Tag, kinds: ReadonlyMap<string, string>): string {
  // The kind of what no file of the scan defines is not known.
  return scope === "" ? start + end : `${start}\t${kinds.get(scope) ?? "unknown"}:${escaped(scope)}${end}`;
}

/** Returns the parameter list in the signature of a function: `(int a, int b)`. */
function parametersOf({ name, kind, signature = "" }: ListedSymbol): string | undefined {
  if (!["function", "method", "constructor", "operator"].includes(kind)) return undefined;
  const at = signature.indexOf(name);
  const list = signature.slice(signature.indexOf("(", at < 0 ? 0 : at + name.length));
  let depth = 0;
  for (const { 0: part, index } of list.matchAll(partsOfParameters)) {
    if (part === "(") depth += 1;
    else if (part === ")") depth -= 1;
    if (depth === 0) return part === ")" ? list.slice(0, index + 1) : undefined;
  }
  return undefined;
}

/** Literals, in which brackets mean nothing, and single characters. */
const partsOfParameters = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|./gsu;

function head(): string {
  return [
    "!_TAG_FILE_ENCODING\tutf-8\t//",
    '!_TAG_FILE_FORMAT\t2\t/extended format; --format=1 will not append ;" to lines/',
    "!_TAG_FILE_SORTED\t1\t/0=unsorted, 1=sorted, 2=foldcase/",
    "!_TAG_OUTPUT_FILESEP\tslash\t/slash or backslash/",
    "!_TAG_OUTPUT_MODE\tu-ctags\t/u-ctags or e-ctags/",
    "!_TAG_PROGRAM_NAME\tcodegrove\t//",
    `!_TAG_PROGRAM_VERSION\t${packageVersion()}\t//`,
    "",
  ].join("\n");
}

/** Returns a name that is not a line of the head, not above it in a sorted file, and not a command of a runner of CI. */
function escapedName(name: string): string {
  return escaped(name).replace(/^(?:[!\s]|:(?=:))/, bytesText);
}

/** Returns a text without hidden characters, which are their bytes as `\\xe2`, a backslash as two. */
function escaped(text: string): string {
  return text.replace(escapedCharacters, (one) => escapes.get(one) ?? bytesText(one));
}

const escapedCharacters = new RegExp(`${hiddenExcept("").source}|\\\\|#(?=#\\[)`, "gu");

function bytesText(character: string): string {
  return Array.from(Buffer.from(character), (byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["\\", "\\\\"],
  ["\t", "\\t"],
  ["\n", "\\n"],
  ["\r", "\\r"],
]);
