import type { Code } from "../code.ts";
import type { Declaration } from "../code-index.ts";
import { traitsOf } from "../traits-of.ts";

/** True for a member that replaces one of any kind in the bases of its class, by the traits or the resolver of its language. */
export function replacesMembers(member: Declaration, code: Pick<Code, "resolverOf">): boolean {
  const { language } = member.file;
  const { replacingNames } = traitsOf(language);
  if (replacingNames !== undefined) return replacingNames.test(member.name);
  return code.resolverOf(language).replacesMembers?.(member) ?? false;
}
