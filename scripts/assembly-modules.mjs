// @ts-check
/** Compiles the modules in AssemblyScript to WebAssembly. */
import { main } from "assemblyscript/asc";

/** For all modules. */
const commonFlags = ["-O3", "--noAssert", "--use", "abort="];

/** Files of dist/ → their entries below the top folder of the project, and the flags of the compiler. */
const modules = {
  /**
   * Masks C++ texts. Its memory is shared, which lets it grow without new views of it, and it is the host's; nothing that it allocates is
   * freed. In pages of 64 KiB, as in src/syntax/cpp/tokens/module.ts.
   */
  "masking.wasm": {
    entry: "src/syntax/cpp/assembly/index.ts",
    flags: [
      ...["--runtime", "stub", "--enable", "threads", "--sharedMemory", "--importMemory"],
      ...["--initialMemory", "32", "--maximumMemory", "65536"],
    ],
  },
  /** Finds the words of texts. Its memory is its own, so that it is collected with a vocabulary, and the tables that have grown are freed. */
  "words.wasm": { entry: "src/facts/assembly/index.ts", flags: ["--runtime", "minimal"] },
};

/**
 * Returns the bytes of the modules by the names of their files in dist/.
 *
 * @param {string} top the top folder of the project
 * @returns {Promise<readonly (readonly [string, Uint8Array])[]>}
 * @throws {Error} with what the compiler says
 */
export async function assemblyModules(top) {
  return await Promise.all(
    Object.entries(modules).map(async ([name, { entry, flags }]) => {
      /** @type {Uint8Array | undefined} */
      let wasm;
      const { error, stderr } = await main([entry, ...commonFlags, ...flags, "--baseDir", top, "--outFile", name], {
        writeFile: (_, contents) => {
          if (typeof contents !== "string") wasm = contents;
        },
      });
      if (error !== null || wasm === undefined) throw new Error(`${entry} does not compile:\n${stderr}`);
      return /** @type {const} */ ([name, wasm]);
    }),
  );
}
