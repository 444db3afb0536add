import type { LanguageInterface } from "../interface.ts";
import { headerOf } from "./header.ts";

export const cppInterface: LanguageInterface = {
  language: "cpp",
  write: headerOf,
  hasDocstrings: false,
  lineComment: "//",
};
