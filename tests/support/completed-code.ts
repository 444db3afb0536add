import { type Completions, findCompletions } from "../../src/code-index/completions/find-completions.ts";
import { codeBase, type Files } from "./code-base.ts";

const cursor = "¦";

/**
 * Completes the name at the `¦` of the first of some files, over an index of all of them. Paths are relative.
 *
 * @param saved the text of the first file that the index knows, where it is another one
 */
export async function completedCode(files: Files, saved?: string): Promise<Completions> {
  const [[first = "", marked = ""] = []] = Object.entries(files);
  const text = marked.replace(cursor, "");
  const code = await codeBase({ ...files, [first]: saved ?? text });
  const found = await findCompletions(code, code.pathOf(first) ?? "", text, marked.indexOf(cursor));
  if (found === undefined) throw new Error(`${first} is not in the index`);
  return found;
}
