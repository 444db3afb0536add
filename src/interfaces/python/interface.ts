import type { LanguageInterface } from "../interface.ts";
import { stubOf } from "./stub.ts";

export const pythonInterface: LanguageInterface = {
  language: "python",
  write: stubOf,
  isPrivate: ({ name, container }) => isPrivateName(name) || container.split(".").some(isPrivateName),
  hasDocstrings: true,
  lineComment: "#",
};

/** True for `_x`, and false for `__init__`. */
function isPrivateName(name: string): boolean {
  return name.startsWith("_") && !/^__\w*__$/.test(name);
}
