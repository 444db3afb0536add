import type { Readable } from "node:stream";

/**
 * Returns the paths of a command, with those on stdin instead of `-`.
 *
 * @param stdin opens it
 */
export async function withPathsFrom(
  stdin: () => Readable,
  paths: readonly string[],
  separator: "\n" | "\0",
): Promise<readonly string[]> {
  if (!paths.includes("-")) return paths;
  const listed = (await textOf(stdin())).split(separator).filter((path) => path !== "");
  return paths.flatMap((path) => (path === "-" ? listed : [path]));
}

async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
