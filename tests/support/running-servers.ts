/** Ends a server; settles when it has gone, or cannot be waited for. */
type End = () => void | Promise<void>;

/** Servers that run for a file of tests. */
const ofFile = new Set<End>();

/** Servers that the test of now has started; undefined outside of a test. */
let ofTest: Set<End> | undefined;

/** Registers a server to be ended after the test that starts it, or after the tests of a file, unless it has gone by then. */
export function endAfterTests(end: End, gone: Promise<unknown>): void {
  const running = ofTest ?? ofFile;
  const forget = () => void running.delete(end);
  running.add(end);
  void gone.then(forget, forget);
}

/** Starts a server that tests share: it lives as long as their file, whichever test comes first. */
export function startForFile<Server>(start: () => Server): Server {
  const outer = ofTest;
  ofTest = undefined;
  try {
    return start();
  } finally {
    ofTest = outer;
  }
}

/** True while a test runs. */
export function isInTest(): boolean {
  return ofTest !== undefined;
}

/** From here on a server is the test's that starts. */
export function beginTest(): void {
  ofTest = new Set();
}

/** Ends what a test has left running, so that the next one has its threads. */
export async function endTest(): Promise<void> {
  const running = ofTest;
  ofTest = undefined;
  await endAll(running ?? []);
}

/** Ends what the tests of a file have left running. */
export function endFile(): Promise<void> {
  return endAll(ofFile);
}

async function endAll(running: Iterable<End>): Promise<void> {
  await Promise.all([...running].map((end) => end()));
}
