/** Commands that search text, before their arguments. */
const searches = /^\s*(?:rg|grep|egrep|git\s+grep|ag|ack)\s+(.*)$/s;

/** Flags of these commands whose next word is their value. */
const flagsWithValue =
  /^(?:-[A-Za-z]*[ABCdDfgjmMrtT]|--(?:after|before|context|type|type-not|glob|iglob|max-count|include|exclude|color))$/;

/** Words of a simple command: quoted, or without blanks. */
const words = /"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"']+)/g;

/** A name, as a whole word or with the parenthesis of a call after it. */
const plainName = /^(?:\\b|\\<)?([\p{ID_Start}_]\p{ID_Continue}{2,})(?:\\b|\\>|\\?\()?$/u;

/**
 * Returns the name that a search for text looks for; undefined if it looks for something else.
 *
 * @param input the arguments of the client's tool: `pattern` of a search, or `command` of a shell
 */
export function searchedName(input: Readonly<Record<string, unknown>>): string | undefined {
  const { pattern, command } = input;
  const text = typeof pattern === "string" ? pattern : typeof command === "string" ? patternIn(command) : undefined;
  return text === undefined ? undefined : plainName.exec(text)?.[1];
}

/** Returns the pattern of the first command of a shell's line; undefined if that is not a search. */
function patternIn(line: string): string | undefined {
  const [first = ""] = line.split(/[|;&\n]/);
  const rest = searches.exec(first)?.[1];
  if (rest === undefined) return undefined;
  const found = [...rest.matchAll(words)].map(([, double, single, plain]) => double ?? single ?? plain ?? "");
  const at = found.findIndex((word, index) => !word.startsWith("-") && !flagsWithValue.test(found[index - 1] ?? ""));
  return found[at];
}
