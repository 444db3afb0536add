import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The inodes that a process watches, sorted: proc(5), fdinfo of inotify. */
export function watchedInodes(pid: number | undefined): readonly number[] {
  const folder = `/proc/${pid}/fdinfo`;
  return readdirSync(folder)
    .flatMap((fd) => [...infoOf(join(folder, fd)).matchAll(/^inotify wd:\S+ ino:(\S+)/gm)])
    .map(([, inode]) => Number.parseInt(inode ?? "", 16))
    .sort();
}

/** The most memory in kB that a process has had resident: proc(5), status. */
export function peakMemoryKb(pid: number | undefined): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}

/** Resident memory of a process in kB: proc(5), status. */
export function residentKb(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}

/** Milliseconds of the processor that all threads of a process have taken: proc(5), stat. */
export function processorMsOfProcess(pid: number | undefined): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // After the name of the program, which may have blanks; in ticks of 10 ms.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** Empty for a descriptor that was closed since the folder was listed. */
function infoOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
