import type { ClassValueRules } from "../language-traits.ts";

/** The ways in which code of Python gets the class of an object. */
export const pythonClassValues: ClassValueRules = {
  inMethods: ["cls", "klass", "kls", "__class__"],
  asked: /\btype\s*\(|\b__class__\b/,
  returned: /\b(?:return|yield)\s+(?:type\(\w+\)|\w+\.__class__)\s*$/m,
  // `type(a)(1)`, `a.__class__(1)` and `a.__init__(1)`.
  called: /\btype\s*\([^()]*\)\s*\(|\.__class__\s*\(|(?<![\w.])(?:\w+\.)*[a-z_]\w*\.__init__\s*\(/,
  wordsOfCalls: ["type", "__class__", "__init__"],
};
