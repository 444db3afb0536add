/** Runs something. @returns the milliseconds of the processor that this process took meanwhile, which a busy machine takes from nobody */
export async function processorMsOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
