/** The word that starts the shared server. It is a command of the program itself only. */
export const sharedServerWord = "shared-server";

/** True for a command line that asks for a session in the shared server: one of `serve`, which has no other words. */
export function asksForShared(args: readonly string[]): boolean {
  return (
    args.includes("--shared") &&
    !args.includes("--status") &&
    (args[0] === "serve" || args[0]?.startsWith("-") === true)
  );
}
