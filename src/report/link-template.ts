/** The form of links to places in files. */
export type Links = {
  /** A URL with placeholders; see linkTo. */
  readonly template: string;
  /**
   * The absolute path of the folder, with `/` and one in front, as in `/C:/code`; empty if no placeholder needs it, so
   * that no page tells it idly.
   */
  readonly root: string;
};

export type Place = { readonly path: string; readonly line: number; readonly column: number };

/** The placeholders of a template: the path in the folder, the absolute path, and the position. */
export const placeholders = ["path", "abs", "line", "column"] as const;

/**
 * Returns the URL of a place. Parts of paths are encoded whole, `:` included, so that no name of a file can be read as a
 * scheme, a host or a query.
 */
export function linkTo({ template, root }: Links, { path, line, column }: Place): string {
  // An absolute path begins with a slash, which `vscode://file/{abs}` has already and `file://{abs}` has not.
  return template.replace(/(?<!\/)\/\{abs\}|\{(?:path|abs|line|column)\}/g, (placeholder) => {
    if (placeholder === "{path}") return encodedPath(path);
    if (placeholder === "{line}") return String(line);
    if (placeholder === "{column}") return String(column);
    return `${encodedRoot(root)}/${encodedPath(path)}`;
  });
}

/** Returns the path of the folder as part of a URL, in which a drive of Windows has its colon. */
function encodedRoot(root: string): string {
  return encodedPath(root).replace(/^\/([a-z])%3A/i, "/$1:");
}

/** Returns a path as part of a URL. */
export function encodedPath(path: string): string {
  return path.split("/").map(encoded).join("/");
}

function encoded(part: string): string {
  // A half of a surrogate pair, as in a name that is not UTF-8, has no encoding.
  return encodeURIComponent(part.replace(/\p{Surrogate}/gu, "\ufffd"));
}
