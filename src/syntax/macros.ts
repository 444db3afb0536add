import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "./languages.ts";
import { type MacroRoles, rolesOfData } from "./masking/mask.ts";

const wellKnown = new Map<string, MacroRoles>();

/** The macros of widely used libraries, read once a thread; undefined when the language has no macros. */
export function wellKnownMacros({ dir, macros }: Language): MacroRoles | undefined {
  if (macros === undefined) return undefined;
  const path = join(dir, macros);
  let roles = wellKnown.get(path);
  if (roles === undefined) {
    roles = rolesOfData(JSON.parse(readFileSync(path, "utf8")));
    wellKnown.set(path, roles);
  }
  return roles;
}
