/**
 * The reading of a source file. Input: its path, the roots and the limit of bytes; output: its text with its stamp, or
 * the reason for which it is left out.
 */
import { codeOf, messageOf, UserError } from "../base/errors.ts";
import { canonicalPath, isInside, type Roots } from "../base/real-path.ts";
import { NotReadError, readToEnd, withRegularFile } from "../base/regular-file.ts";
import { exactStatsOfOpen } from "../base/stats.ts";
import { writtenRegex } from "../base/written-regex.ts";
import { decode } from "./decode.ts";
import { isSameStamp, type Stamp, stampOfStats } from "./stamp.ts";

/** Why a file was left out of a scan. A key of `skipped` in answers. */
export type UnreadReason =
  | "binary"
  | "other_text"
  | "too_large"
  | "special_files"
  | "outside_roots"
  | "vanished"
  | "unreadable";

/** A file that cannot be read as source, with the reason. */
export class UnreadError extends UserError {
  readonly reason: UnreadReason;
  /** The file as it was, where its size or its bytes are the reason. */
  readonly stamp: Stamp | undefined;

  /** `path` is written as the caller wrote it; `details` is left out where the sentence says it all. */
  constructor(path: string, reason: UnreadReason, details?: string, stamp?: Stamp) {
    super(`Failed to open file: ${path}`, details === undefined ? {} : { details });
    this.reason = reason;
    this.stamp = stamp;
  }
}

export type ReadLimits = { readonly roots: Roots; readonly maxFileBytes: number };

/** The bytes of a file, until the next one is read, with its stamp unless it changed while it was read. */
export type FileBytes = { readonly bytes: Uint8Array; readonly stamp: Stamp | undefined };

/** The texts that files of an extension have, as the language of it says. */
export type TextRules = {
  /** A regular expression for a line that declares the encoding in its first group. */
  readonly encoding_declaration?: string | undefined;
  /** A regular expression for the start of a text that is not of the language. */
  readonly other_text?: string | undefined;
};

export type Source = FileBytes & { readonly text: string; readonly warning?: string };

/**
 * The text of the file at an absolute path, within the roots and the size.
 *
 * The open file is compared with the roots before it is read, and a FIFO does not block.
 *
 * @param path the file, absolute
 * @param name the file as the caller wrote it, for messages
 * @throws UnreadError
 */
export function readSource(path: string, name: string, limits: ReadLimits, rules?: TextRules): Source {
  return sourceOf(readBytes(path, name, limits), name, rules);
}

/**
 * The text of bytes of a file.
 *
 * @throws UnreadError when they are binary, or a text of another kind
 */
export function sourceOf(file: FileBytes, name: string, rules: TextRules = {}): Source {
  const decoded = decode(file.bytes, rules.encoding_declaration);
  if ("binaryAt" in decoded) {
    const details = `It is binary: byte ${decoded.binaryAt} is NUL. Only text can be parsed.`;
    throw new UnreadError(name, "binary", details, file.stamp);
  }
  if (isOtherText(decoded.text, rules)) {
    const details = "It begins as another kind of text, such as XML, and not as code of the language of its extension.";
    throw new UnreadError(name, "other_text", details, file.stamp);
  }
  return { ...decoded, ...file };
}

/** True for a text that is not of the language of its extension: `.ts` is also the XML of Qt's translations. */
export function isOtherText(text: string, { other_text: start }: TextRules): boolean {
  return start !== undefined && writtenRegex(start).test(text.slice(0, startChars));
}

/** UTF-16 code units that tell the kind of a text. */
const startChars = 1_000;

export function outsideRoots(name: string, roots: Roots): UnreadError {
  return new UnreadError(name, "outside_roots", `It lies outside of the server's roots: ${roots.join(", ")}`);
}

/**
 * The bytes of a regular file within the roots and the size.
 *
 * @throws UnreadError
 */
export function readBytes(
  path: string,
  name: string,
  { roots, maxFileBytes }: ReadLimits,
): FileBytes & { readonly bytes: Buffer } {
  try {
    return withRegularFile(path, roots, (fd, stats) => {
      const before = stampOfStats(stats);
      const { size } = before;
      if (size > maxFileBytes) {
        const details = `It has ${size} bytes, MAX_FILE_SIZE is ${maxFileBytes}.`;
        throw new UnreadError(name, "too_large", details, before);
      }
      const bytes = readToEnd(fd, size < shared.length ? shared : Buffer.allocUnsafe(size + 1), maxFileBytes);
      const isWhole = bytes.length === size && isSameStamp(before, stampOfStats(exactStatsOfOpen(fd)));
      return { bytes, stamp: isWhole ? before : undefined };
    });
  } catch (error) {
    throw error instanceof UnreadError ? error : unreadError(error, path, name, { roots, maxFileBytes });
  }
}

/** Takes most files, one after the other: thousands of buffers would wait for their collection. */
const shared = Buffer.allocUnsafeSlow(1 << 20);

function unreadError(error: unknown, path: string, name: string, { roots, maxFileBytes }: ReadLimits): UnreadError {
  // Of what lies outside not even the existence is shown.
  if (!isInside(canonicalPath(path), roots)) return outsideRoots(name, roots);
  if (error instanceof NotReadError) {
    if (error.reason === "outside") return outsideRoots(name, roots);
    if (error.reason === "special") return new UnreadError(name, "special_files", error.message);
    return new UnreadError(name, "too_large", `It grew past MAX_FILE_SIZE, ${maxFileBytes} bytes.`);
  }
  const code = codeOf(error);
  if (code === "ENOENT" || code === "ENOTDIR") return new UnreadError(name, "vanished");
  if (code === "ENXIO") return new UnreadError(name, "special_files", "It is not a regular file.");
  return new UnreadError(name, "unreadable", messageOf(error));
}
