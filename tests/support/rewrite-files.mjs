// @ts-check
/**
 * Rewrites the files of a folder as `git checkout` does, again and again until it is ended: each is removed, then written
 * with its text and one more line. Arguments: the folder.
 */
import { readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder = "."] = process.argv.slice(2);
const texts = readdirSync(folder).map((name) => ({ path: join(folder, name), text: readFileSync(join(folder, name)) }));
for (let round = 1; ; round++) {
  for (const { path, text } of texts) {
    unlinkSync(path);
    writeFileSync(path, `${text}# round ${round}\n`);
  }
}
