import { type Address, addressOf } from "../shared/address.ts";

/** Returns the address of the shared server for this process. @throws UserError with the reason why there is none */
export function sharedAddress(idleMs: number): Address {
  const { env, version, execPath, execArgv } = process;
  const host = { env, uid: process.getuid?.(), nodeVersion: version, now: Date.now };
  return addressOf({ host, node: [execPath, ...execArgv], umask: process.umask(), idleMs });
}
