import { closeSync, constants, type Dirent, openSync, readdirSync } from "node:fs";
import { canonicalPath, hasOpenPaths, isInside, pathOfOpen, type Roots } from "../base/real-path.ts";
import { checkInside, NotReadError } from "../base/regular-file.ts";

const withTypes = { withFileTypes: true } as const;

/** On Windows the last two do not exist. */
const flags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * What stands in a folder that lies within the roots when it is listed, whatever takes its place meanwhile. Where the
 * system does not give the path of an open folder, its real path is compared before and after.
 *
 * @param folder absolute
 * @throws NotReadError when it lies outside, or what the system says
 */
export function listFolder(folder: string, roots: Roots): readonly Dirent[] {
  if (roots.length === 0) return readdirSync(folder, withTypes);
  if (!hasOpenPaths) {
    const real = canonicalPath(folder);
    const entries = isInside(real, roots) ? readdirSync(real, withTypes) : undefined;
    if (entries !== undefined && canonicalPath(folder) === real) return entries;
    throw new NotReadError("outside", `It lies outside of ${roots.join(", ")}`);
  }
  const fd = openSync(folder, flags);
  try {
    checkInside(fd, folder, roots);
    return readdirSync(pathOfOpen(fd), withTypes);
  } finally {
    closeSync(fd);
  }
}
