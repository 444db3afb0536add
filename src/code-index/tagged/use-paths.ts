/** Paths of one statement. */
const maxPaths = 1_000;

/** The paths of a `use`, each by its parts: `a::{b, c::{d, e as f}, *}` has a::b, a::c::d, a::c::e and a. */
export function pathsOfUse(text: string): readonly (readonly string[])[] {
  const paths: (readonly string[])[] = [];
  const outer: (readonly string[])[] = [];
  let prefix: readonly string[] = [];
  let parts: readonly string[] = [];
  let isAlias = false;
  const end = () => {
    if (parts.length > 0 && paths.length < maxPaths) paths.push([...prefix, ...parts]);
    parts = [];
    isAlias = false;
  };
  for (const [token] of text.matchAll(/[\p{L}\p{N}_#]+|[{},*]/gu)) {
    if (token === "{") {
      outer.push(prefix);
      prefix = [...prefix, ...parts].slice(0, maxParts);
      parts = [];
    } else if (token === "}") {
      end();
      prefix = outer.pop() ?? [];
    } else if (token === ",") end();
    else if (token === "*" && parts.length === 0) parts = prefix.length > 0 ? ["*"] : [];
    else if (token === "as") isAlias = true;
    else if (token !== "*" && !isAlias && parts.length < maxParts) parts = [...parts, token];
  }
  end();
  return paths;
}

/** Parts of a path: modules of real code nest some ten deep. */
const maxParts = 50;
