import { availableParallelism } from "node:os";
import { writeFiles } from "./temporary-folder.ts";

/** C++ of about this size: functions that differ by number and by file. */
export function largeCode(file: number, bytes: number): string {
  const functions: string[] = [];
  for (let size = 0; size < bytes; size += functions.at(-1)?.length ?? 0) {
    functions.push(
      `int work_${file}_${functions.length}(int a, int b) {\n` +
        "  for (int i = 0; i < a; ++i) { b += table[i] * (a - b) + call(i, b); }\n" +
        "  return b;\n}\n",
    );
  }
  return functions.join("");
}

export interface LargeTree {
  readonly files: number;
  readonly functionsPerFile: number;
}

/** A tree that keeps every processor busy for more than a second: ten files a folder, 100 kB a file. */
export function writeLargeTree(folder: string, files = 50 * availableParallelism()): LargeTree {
  for (let file = 0; file < files; file += 1) {
    writeFiles(folder, { [`part-${Math.floor(file / 10)}/file-${file}.cpp`]: largeCode(file + 1000, 100_000) });
  }
  return { files, functionsPerFile: largeCode(1000, 100_000).split("int work_").length - 1 };
}
