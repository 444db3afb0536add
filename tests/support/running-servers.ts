/** Ends a server; settles when it has gone, or cannot be waited for. */
type End = () => void | Promise<void>;

const running = new Set<End>();

/** Registers a server to be ended after the tests of a file, unless it has gone by then. */
export function endAfterTests(end: End, gone: Promise<unknown>): void {
  const forget = () => void running.delete(end);
  running.add(end);
  void gone.then(forget, forget);
}

/** Ends what a test that failed has left running. */
export async function endServers(): Promise<void> {
  await Promise.all([...running].map((end) => end()));
}
