import { element } from "./element.ts";

/** Returns the lines of a source after their numbers. @param first the number of the first line */
export function numberedLines(source: string, first: number): readonly HTMLElement[] {
  const lines = source.split("\n");
  const width = String(first + lines.length).length;
  return lines.map((line, at) =>
    element("code", {}, element("span", { class: "muted" }, `${String(first + at).padStart(width)}  `), line),
  );
}
