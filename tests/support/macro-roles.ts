import { readDocument } from "./document-paths.ts";

/** The rows of the table in docs/users/cpp.md: a role as it is written there, and C++ with a macro of that role. */
export function rolesInDocument(): readonly { readonly role: string; readonly example: string }[] {
  return readDocument("docs/users/cpp.md")
    .split("\n")
    .flatMap((line) => {
      const [, role, example] = /^\| `([^`]+)` .* `([^`]+)` +\|$/.exec(line) ?? [];
      return role === undefined || example === undefined ? [] : [{ role, example }];
    });
}
