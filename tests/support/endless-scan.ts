import { temporaryFolder } from "./temporary-folder.ts";

/** Files of the tree, and how often the first one repeats what the expression takes twice the time for. */
const [files, shortest] = [12, 18];

/** A scan that does not end by itself, however fast the machine is. */
export interface EndlessScan {
  readonly folder: string;
  /** The command line, which answers one file after the other. */
  readonly args: readonly string[];
  /** The file that comes first. */
  readonly first: string;
}

/**
 * A scan of files in which each takes twice as long as the one before, and the last one years: however fast the
 * machine is, some files are answered at once, and there is always one that is at work.
 */
export function endlessScan(): EndlessScan {
  const names = Array.from({ length: files }, (_, i) => `src/${String(i).padStart(2, "0")}.py`);
  const repeats = (i: number) => (i === files - 1 ? 60 : shortest + i);
  const folder = temporaryFolder(
    Object.fromEntries(names.map((name, i) => [name, `x = "${"a".repeat(repeats(i))}!"\n`])),
  );
  const query = '((string) @s (#not-match? @s "^\\"(a+)+$"))';
  const args = ["execute_query", "src", "--query", query, "--jobs", "1", "--no-cache"];
  return { folder, args, first: names[0] ?? "" };
}
