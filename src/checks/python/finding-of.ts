import type { Finding } from "../finding.ts";
import type { Place } from "./binding.ts";

/** The properties of a check of names, except its id. */
type NameCheck = { readonly aliases: readonly string[]; readonly severity: Finding["severity"] };

const undefinedName = { aliases: ["F821", "F822"], severity: "error" } as const;

/** By code. A finding has the alias of its own case. */
const table = {
  "undefined-name": undefinedName,
  "unused-import": { aliases: ["F401"], severity: "warning" },
  "unused-variable": { aliases: ["F841"], severity: "warning" },
  redefinition: { aliases: ["F811"], severity: "warning" },
  "undefined-local": { aliases: ["F823"], severity: "error" },
  "star-import-used": { aliases: ["F405"], severity: "information" },
  "return-outside-function": { aliases: ["F706"], severity: "error" },
  "duplicate-argument": { aliases: ["F831"], severity: "error" },
  "unchecked-scope": { aliases: [], severity: "warning" },
} as const satisfies Readonly<Record<string, NameCheck>>;

export type NameCode = keyof typeof table;

/** The codes, and what other tools call them. */
export const checkedCodes: readonly (readonly [code: string, aliases: readonly string[]])[] = Object.entries(table).map(
  ([code, { aliases }]) => [code, aliases],
);

/** Returns what other tools call a check; nothing for a code of another kind. */
export function nameAliases(code: string): readonly string[] {
  return checkedCodes.find(([known]) => known === code)?.[1] ?? [];
}

/** A finding about a name. */
export type NameFinding = Finding & { readonly name: string };

/** @param isExport true for a name of `__all__`, which has a code of its own in other tools */
export function findingOf(
  code: NameCode,
  { start, end }: Place,
  message: string,
  related?: Place,
  isExport = false,
): Finding {
  const { severity } = table[code];
  const aliases = code !== "undefined-name" ? table[code].aliases : isExport ? ["F822"] : ["F821"];
  return {
    start,
    end,
    code,
    severity,
    message,
    aliases,
    ...(related && { related: { start: related.start, end: related.end, message: "first definition" } }),
  };
}
