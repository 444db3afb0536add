import { join } from "node:path";
import { distDir, readPackageFile } from "./package.ts";
import { setWasmTiering, type Tiering } from "./wasm-tiering.ts";

const compiled = new Map<string, WebAssembly.Module>();

/**
 * A module in WebAssembly that the build compiled: read once a thread; threads of a process share the code.
 *
 * @param tiering when V8 optimizes it
 */
export function builtModule(file: string, tiering: Tiering): WebAssembly.Module {
  const known = compiled.get(file);
  if (known !== undefined) return known;
  setWasmTiering(tiering);
  const module = new WebAssembly.Module(new Uint8Array(readPackageFile(join(distDir, file))));
  setWasmTiering("late");
  compiled.set(file, module);
  return module;
}
