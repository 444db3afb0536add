import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "./languages.ts";
import { type MacroRoles, rolesOfData } from "./masking/mask.ts";

const shipped = new Map<string, MacroRoles>();

/** The macros of widely used libraries by role, read once a thread. Undefined when the language has no macros. */
export function shippedMacros({ dir, macros }: Language): MacroRoles | undefined {
  if (macros === undefined) return undefined;
  const path = join(dir, macros);
  let roles = shipped.get(path);
  if (roles === undefined) {
    roles = rolesOfData(JSON.parse(readFileSync(path, "utf8")));
    shipped.set(path, roles);
  }
  return roles;
}
