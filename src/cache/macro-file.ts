/**
 * The format of files with the macros of a folder, which the shards of an index share. Input: the macros that each file defines, and a
 * key; output: the bytes of a signed file, the same for the same code, or from a file the macros of each path. Its body has
 *
 * - two u32 for each file: the macros that it defines, and the bytes of their roles
 * - the paths below the folder, with NUL between them, in the order of the records
 * - the roles, one after the other
 */
import * as z from "zod";
import { UserError } from "../base/errors.ts";
import { maxFactFileBytes } from "../base/limits.ts";
import type { Owner } from "./key.ts";
import { differentSettings } from "./settings-names.ts";
import { problemOf, readSigned, signedBytes } from "./signed-file.ts";

const magic = "codegrove macro1";
const recordNumbers = 2;
const recordBytes = recordNumbers * 4;

const MacroHead = z.object({
  /** Digest of the code that shapes facts. */
  version: z.string(),
  /** The settings that facts depend on. */
  settings: z.string(),
});

export type MacroKind = Readonly<z.infer<typeof MacroHead>>;

/** The macros that a file defines. */
export type FileMacros = {
  readonly count: number;
  /** See FileDefines; empty for none. */
  readonly rolesJson: string;
};

/**
 * The bytes of a file.
 *
 * @param files by their paths below the folder, with `/` between the parts
 * @throws UserError when they are too many
 */
export function macroFileBytes(kind: MacroKind, files: ReadonlyMap<string, FileMacros>, { key }: Owner): Buffer {
  const { version, settings } = kind;
  const records = Buffer.alloc(files.size * recordBytes);
  const names = [...files.keys()].sort();
  const roles = names.map((name, index) => {
    const { count = 0, rolesJson = "" } = files.get(name) ?? {};
    const bytes = Buffer.from(rolesJson);
    records.writeUInt32LE(count, index * recordBytes);
    records.writeUInt32LE(bytes.length, index * recordBytes + 4);
    return bytes;
  });
  const paths = Buffer.from(names.join("\0"));
  const bytes = signedBytes(
    magic,
    { version, settings },
    [names.length, paths.length],
    [records, paths, ...roles],
    key,
  );
  if (bytes.length <= maxFactFileBytes) return bytes;
  throw new UserError(`The macros have ${bytes.length} bytes, and a file at most ${maxFactFileBytes}`);
}

/**
 * Reads a file.
 *
 * @param path absolute
 * @param written the path as the command line has it, for messages
 * @param kind the version and the settings that it must have
 * @throws UserError that says why it is not used
 */
export function readMacroFile(
  path: string,
  written: string,
  kind: MacroKind,
  owner: Owner,
): ReadonlyMap<string, FileMacros> {
  const refuse = (why: string): never => {
    throw new UserError(`${written} cannot be used: ${why}`);
  };
  const problem = problemOf(path, magic, owner, maxFactFileBytes);
  const file = problem === undefined ? readSigned(path, magic, owner, maxFactFileBytes) : undefined;
  const head = MacroHead.safeParse(file?.head).data;
  if (file === undefined || head === undefined) return refuse(problem ?? `${path} is not what its name says`);
  if (head.version !== kind.version) {
    return refuse("another version of codegrove, of Node, of a grammar or of a query has made it");
  }
  if (head.settings !== kind.settings) {
    return refuse(`it was made with other settings: ${differentSettings(head.settings, kind.settings).join(", ")}`);
  }
  return macrosIn(file.body, file.numbers) ?? refuse(`${path} is damaged: it is not whole`);
}

function macrosIn(body: Buffer, [count, pathBytes]: readonly [number, number]): Map<string, FileMacros> | undefined {
  const pathsAt = count * recordBytes;
  let at = pathsAt + pathBytes;
  const macros = new Map<string, FileMacros>();
  if (at > body.length) return undefined;
  const names = body.toString("utf8", pathsAt, at).split("\0");
  for (let index = 0; index < count; index++) {
    const start = at;
    at += body.readUInt32LE(index * recordBytes + 4);
    const rolesJson = body.toString("utf8", start, at);
    macros.set(names[index] ?? "", { count: body.readUInt32LE(index * recordBytes), rolesJson });
  }
  return at === body.length ? macros : undefined;
}
