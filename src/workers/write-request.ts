import { parentPort } from "node:worker_threads";
import { writeEdits } from "../edits/write-edits.ts";
import type { SignOfLife, WorkerSettings, WriteReply, WriteRequest } from "./protocol.ts";

/** Writes the edits of a call, which has the user's leave: the settings have the folders in which files may be edited. */
export function answerWrite({ files, begun }: WriteRequest, settings: WorkerSettings): WriteReply {
  const { editRoots, maxFileBytes, languages } = settings;
  if (editRoots === undefined) throw new Error("files are edited without leave");
  // The pool asks once more if a worker ends: what the first one has done is not known.
  if (Atomics.exchange(begun, 0, 1) !== 0) return { isUnknown: true };
  return writeEdits(files, {
    roots: editRoots,
    maxFileBytes,
    declarationOf: (language) => languages.find(({ name }) => name === language)?.encoding_declaration,
    onFile: () => {
      const alive: SignOfLife = { isAlive: true, found: 0 };
      parentPort?.postMessage(alive);
    },
  });
}
