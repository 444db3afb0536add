import type { Declaration } from "../code-index.ts";
import { hasWord, type NamedCode } from "../made-by.ts";
import { isClass, isFunction } from "../symbol-kind.ts";
import { namesOfClass } from "./made-by.ts";

/** The method that runs when an object is called. */
const callMethod = "__call__";

/** Names of objects of one class, and files with one of them: a name that more files have is not looked for. */
const maxNames = 100;
const maxFilesOfName = 200;

/**
 * The files that may call an object of the class of `__call__`: files that name the class or one that derives from it, and files
 * that call a variable, an attribute or a parameter that the former declare with the class, `self.save = Throttle(save)`.
 */
export function filesCallingObjectsInPython(method: Declaration, code: NamedCode): readonly string[] | undefined {
  const { name, parent } = method;
  if (!isFunction(method) || name !== callMethod || parent === undefined || !isClass(parent)) return undefined;
  const made = namesOfClass(parent.name, callMethod, code);
  const paths = new Set(made.paths);
  const objects = new Set<string>();
  const makers = new Set(made.names);
  for (const maker of makers) {
    for (const path of code.filesWith(maker)) {
      for (const declared of code.index.fileAt(path)?.declarations ?? []) {
        if (!isOfClass(declared, maker)) continue;
        if (isFunction(declared)) makers.add(declared.name);
        else objects.add(declared.name);
      }
    }
    if (objects.size + makers.size > maxNames) break;
  }
  for (const object of [...objects].slice(0, maxNames)) {
    const all = code.filesWith(object);
    if (all.length > maxFilesOfName) continue;
    for (const path of all) if (!paths.has(path) && callsName(code.textOf(path) ?? "", object)) paths.add(path);
  }
  return [...paths];
}

/** True for what is declared as an object of a class, and for a function that returns one, by the name of what makes it. */
function isOfClass({ kind, type }: Declaration, maker: string): boolean {
  if (kind === "class" || kind === "import" || !type.includes(maker)) return false;
  if (!type.startsWith("=")) return hasWord(type, maker);
  const called = /^=(?:\w+\.)*(\w+)\(/.exec(type)?.[1];
  return called === maker;
}

/** True for a text with a call of a name. */
function callsName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const isWord = !/[\p{L}\p{N}_]/u.test(text.charAt(at - 1));
    if (isWord && /^\s{0,20}\(/.test(text.slice(at + name.length, at + name.length + 21))) return true;
  }
  return false;
}
