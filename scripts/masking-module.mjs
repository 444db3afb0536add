// @ts-check
/** Compiles the module that masks C++ texts: see src/syntax/cpp/assembly. */
import { main } from "assemblyscript/asc";

/** Below the top folder of the project. */
const entry = "src/syntax/cpp/assembly/index.ts";

/**
 * Its memory is shared, which lets it grow without new views of it, and it is the host's; nothing that it allocates is freed. In pages of
 * 64 KiB, as in tokens/module.ts.
 */
const flags = [
  ...["-O3", "--noAssert", "--runtime", "stub", "--use", "abort="],
  ...["--enable", "threads", "--sharedMemory", "--importMemory", "--initialMemory", "32", "--maximumMemory", "65536"],
];

/**
 * Returns the bytes of the module.
 *
 * @param {string} top the top folder of the project
 * @throws {Error} with what the compiler says
 */
export async function maskingModule(top) {
  /** @type {Uint8Array | undefined} */
  let wasm;
  const { error, stderr } = await main([entry, ...flags, "--baseDir", top, "--outFile", "masking.wasm"], {
    writeFile: (_, contents) => {
      if (typeof contents !== "string") wasm = contents;
    },
  });
  if (error !== null || wasm === undefined) throw new Error(`${entry} does not compile:\n${stderr}`);
  return wasm;
}
