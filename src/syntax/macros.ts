import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "./languages.ts";
import { type MacroRoles, rolesOfData } from "./masking/mask.ts";

const wellKnown = new Map<string, MacroRoles>();

/**
 * The macros of widely used libraries and, before them, of the project, by role; read once a thread.
 * Undefined when the language has no macros.
 */
export function wellKnownMacros(
  { dir, macros }: Language,
  project: Readonly<Record<string, readonly string[]>>,
): MacroRoles | undefined {
  if (macros === undefined) return undefined;
  const path = join(dir, macros);
  let roles = wellKnown.get(path);
  if (roles === undefined) {
    const shipped = rolesOfData(JSON.parse(readFileSync(path, "utf8")));
    roles = new Map([...shipped, ...rolesOfData({ macros: { project } })]);
    wellKnown.set(path, roles);
  }
  return roles;
}
