/** What is marked at a place of a fixture: a symbol, a capture, or that there is none. */
export type Mark = { readonly place: string; readonly mark: string };

/**
 * The symbols that a fixture marks: `//  ^ method A::f` below a line of code, `<-` for column 1. `none` is neither a symbol
 * nor a capture.
 */
export function symbolMarks(text: string): readonly Mark[] {
  return marksIn(text).flatMap(({ place, mark }) => {
    const [symbol = ""] = mark.split(", definition.");
    return /^(?:import$|definition\.)/.test(symbol) ? [] : [{ place, mark: symbol }];
  });
}

/** The captures: `^ definition.function f`, `^ method A::f, definition.function`, `^ import`. */
export function captureMarks(text: string): readonly Mark[] {
  const captures = marksIn(text).flatMap(({ place, mark }) => {
    if (/^(?:none$|import$|definition\.)/.test(mark)) return [{ place, mark }];
    const [symbol = "", kind] = mark.split(", definition.");
    const name = symbol.replace(/^\w+ (?:.*(?:::|\.))?/, "");
    return kind === undefined ? [] : [{ place, mark: `definition.${kind} ${name}` }];
  });
  return captures.sort(byPlace);
}

function marksIn(text: string): readonly Mark[] {
  const marks: Mark[] = [];
  let codeLine = 0;
  text.split("\n").forEach((line, i) => {
    const mark = /^(?:\/\/|#)(?: *\^| <-) ?(?<mark>none|import|[a-z_.]+ \S.*)$/.exec(line)?.groups?.mark;
    if (mark === undefined) codeLine = i + 1;
    else marks.push({ place: `${codeLine}:${line.includes("<-") ? 1 : line.indexOf("^") + 1}`, mark });
  });
  return marks;
}

export function byPlace(a: Mark, b: Mark): number {
  const [lineA = 0, columnA = 0] = a.place.split(":").map(Number);
  const [lineB = 0, columnB = 0] = b.place.split(":").map(Number);
  return lineA - lineB || columnA - columnB;
}
