/** Paths of one statement. */
const maxPaths = 1_000;

/** Parts of a path: modules of real code nest some ten deep. */
const maxParts = 50;

/** A name that a `use` binds, with the path of what it is. */
export type UsedPath = {
  readonly path: readonly string[];
  /** The name in the file; `*` for all names of what the path leads to. */
  readonly name: string;
};

/** The names that a `use` binds: `a::{b, c::{self, d as e}, *}` has b, c, e and all names of a. */
export function namesOfUse(text: string): readonly UsedPath[] {
  const found: UsedPath[] = [];
  const outer: (readonly string[])[] = [];
  let prefix: readonly string[] = [];
  let parts: readonly string[] = [];
  let alias: string | undefined;
  let isAlias = false;
  let isAll = false;
  const end = () => {
    const isSelf = parts.at(-1) === "self" && prefix.length + parts.length > 1;
    const path = isSelf ? [...prefix, ...parts.slice(0, -1)] : [...prefix, ...parts];
    const name = isAll ? "*" : (alias ?? path.at(-1) ?? "");
    if ((parts.length > 0 || isAll) && path.length > 0 && found.length < maxPaths) found.push({ path, name });
    parts = [];
    alias = undefined;
    isAlias = false;
    isAll = false;
  };
  for (const [token] of text.matchAll(/(?:r#)?[\p{L}\p{N}_]+|[{},*]/gu)) {
    if (token === "{") {
      outer.push(prefix);
      prefix = [...prefix, ...parts].slice(0, maxParts);
      parts = [];
    } else if (token === "}") {
      end();
      prefix = outer.pop() ?? [];
    } else if (token === ",") end();
    else if (token === "*") isAll = true;
    else if (token === "as") isAlias = true;
    else if (isAlias) alias = token;
    else if (parts.length < maxParts) parts = [...parts, token.replace(/^r#/, "")];
  }
  end();
  return found;
}

/** The paths of a `use`, each by its parts: `a::{b, c::{d, e as f}, *}` has a::b, a::c::d, a::c::e and a. */
export function pathsOfUse(text: string): readonly (readonly string[])[] {
  return namesOfUse(text).map(({ path }) => path);
}
