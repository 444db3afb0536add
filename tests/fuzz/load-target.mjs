// @ts-check
/**
 * Loads a target with counters in its code. Input: the name of a target; output: the target, as one bundle whose modules of src and whose
 * modules of WebAssembly count their steps.
 */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, transform } from "esbuild";
import { Counters } from "./counters.mjs";
import { hitName, instrumentModule, instrumentScript } from "./instrument.mjs";

const top = fileURLToPath(new URL("../..", import.meta.url));
const targets = fileURLToPath(new URL("targets", import.meta.url));

/** The modules whose steps count: ours, and packages that read a stranger's text. */
const counted =
  /[\\/]src[\\/].*\.ts$|node_modules[\\/](?:brace-expansion|diff|minimatch|saxes|smol-toml)[\\/].*\.[cm]?js$/;

/** The names of all targets. */
export const targetNames = readdirSync(targets).map((file) => basename(file, ".ts"));

/**
 * Loads a target. WebAssembly counts in the whole thread from then on.
 *
 * @param {string} name
 * @returns {Promise<{ readonly target: import("./target.ts").FuzzTarget, readonly counters: Counters }>}
 */
export async function loadTarget(name) {
  const counters = new Counters();
  Object.assign(globalThis, { [hitName]: counters.hit });
  countModules(counters);
  const { outputFiles: [bundle] = [] } = await build({
    absWorkingDir: top,
    entryPoints: [join(targets, `${name}.ts`)],
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20.19",
    write: false,
    logLevel: "warning",
    // The files of the package are found by the place of a module of dist.
    define: { "import.meta.url": JSON.stringify(pathToFileURL(join(top, "dist/module.cjs")).href) },
    alias: { "web-tree-sitter": join(top, "node_modules/web-tree-sitter/web-tree-sitter.cjs") },
    plugins: [
      {
        name: "counters",
        setup: ({ onLoad }) =>
          onLoad({ filter: counted }, async ({ path }) => {
            const { code } = await transform(readFileSync(path, "utf8"), {
              loader: path.endsWith(".ts") ? "ts" : "js",
              target: "node20.19",
            });
            return { contents: instrumentScript(code, counters.next), loader: "js" };
          }),
      },
    ],
  });
  const folder = mkdtempSync(join(tmpdir(), "codegrove-fuzz-"));
  process.once("exit", () => rmSync(folder, { recursive: true }));
  // The runtime of tree-sitter is read from the folder of its code, when the first grammar is loaded.
  copyFileSync(join(top, "dist/web-tree-sitter.wasm"), join(folder, "web-tree-sitter.wasm"));
  const file = join(folder, "target.cjs");
  writeFileSync(file, bundle?.contents ?? "");
  return { target: createRequire(file)(file).target, counters };
}

/**
 * Has modules of WebAssembly that this thread compiles from now on count. The runtime of tree-sitter, which compiles in another way, does
 * not.
 *
 * @param {Counters} counters
 */
function countModules({ next, hit }) {
  const { Module, Instance } = WebAssembly;
  const imports = { fuzz: { [hitName]: hit } };
  WebAssembly.Module = new Proxy(Module, {
    construct: (original, [bytes]) => Reflect.construct(original, [instrumentModule(bytes, next)]),
  });
  WebAssembly.Instance = new Proxy(Instance, {
    construct: (original, [module, own]) => Reflect.construct(original, [module, { ...own, ...imports }]),
  });
}
