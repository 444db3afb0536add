import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const folders = new Set<string>();

/** A folder with these files, for the time of the test file. */
export function temporaryFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "codegrove-test-")));
  chmodSync(folder, 0o755);
  writeFiles(folder, files);
  folders.add(folder);
  return folder;
}

/** Removes the folders of a test file, also those that a test has made. */
export function removeTemporaryFolders(): void {
  for (const folder of folders) {
    if (existsSync(folder)) makeReadable(folder);
    rmSync(folder, { recursive: true, force: true });
  }
  folders.clear();
}

export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Gives back the right to read what a test took it from: only then can it be deleted. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) makeReadable(join(folder, entry.name));
  }
}
