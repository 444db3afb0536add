// @ts-check
/** What dist/pictures.cjs reads besides its code: Graphviz and resvg as modules of WASM, and a font. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { build, transform } from "esbuild";
import subsetFont from "subset-font";

const packages = fileURLToPath(new URL("../node_modules", import.meta.url));

/** The WASM module of Graphviz, which its package has as a text in its code. */
export class GraphvizModule {
  /** Set once the package is bundled. */
  bytes = new Uint8Array();

  /**
   * Makes the code that is bundled read the module from a file beside it.
   * @param {import("esbuild").PluginBuild} build
   */
  takeOut = ({ onLoad }) => {
    onLoad({ filter: /@viz-js\/viz\/lib\/backend\.js$/ }, async ({ path }) => {
      const code = readFileSync(path, "utf8");
      const decoding = /binaryDecode\(('(?:[^'\\]|\\.)*')\)/s;
      const decoder = /function binaryDecode\(.*?return o}/s.exec(code)?.[0];
      const text = decoding.exec(code)?.[1];
      if (decoder === undefined || text === undefined) throw new Error(`${path} is written in another way`);
      this.bytes = runInNewContext(`${decoder};binaryDecode(${text})`, { Uint8Array });
      const file = 'require("node:path").join(__dirname,"graphviz.wasm.br")';
      const reading = `require("node:zlib").brotliDecompressSync(require("node:fs").readFileSync(${file}))`;
      const own = code.replace(decoding, () => reading);
      return { contents: (await transform(own, { minifyIdentifiers: true })).code };
    });
  };
}

/**
 * Returns the files by their names. They are compressed, since few calls draw.
 *
 * @param {import("esbuild").BuildOptions & { write: false }} options those of the build
 * @param {Uint8Array} graphviz
 * @param {string} dist the folder of the last build
 * @returns {Promise<readonly (readonly [string, Uint8Array])[]>}
 */
export async function pictureFiles(options, graphviz, dist) {
  const drawn = new RegExp(`[${await drawnCharacters(options)}]`, "u");
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((one) => drawn.test(one));
  // A slanted letter that is missing is drawn upright.
  const latin = all.filter((one) => one < "\u0100");
  /** @type {readonly (readonly [string, Uint8Array])[]} */
  const files = [
    ["graphviz.wasm", graphviz],
    ["resvg.wasm", readFileSync(join(packages, "@resvg/resvg-wasm/index_bg.wasm"))],
    ["picture-font.ttf", await font("DejaVuSansMono.ttf", all)],
    ["picture-font-italic.ttf", await font("DejaVuSansMono-Oblique.ttf", latin)],
  ];
  return files.map(([name, bytes]) => [`${name}.br`, compressed(join(dist, `${name}.br`), bytes)]);
}

/**
 * What src/pictures/drawn-characters.ts says.
 * @param {import("esbuild").BuildOptions & { write: false }} options
 */
async function drawnCharacters(options) {
  const entryPoints = ["src/pictures/drawn-characters.ts"];
  const { outputFiles: [source] = [] } = await build({ ...options, entryPoints, banner: {}, metafile: false });
  const passing = join(mkdtempSync(join(tmpdir(), "codegrove-")), "characters.cjs");
  try {
    writeFileSync(passing, source?.contents ?? "");
    return createRequire(passing)(passing).drawnCharacters;
  } finally {
    rmSync(dirname(passing), { recursive: true });
  }
}

/**
 * A font with some characters of another one.
 *
 * @param {string} name
 * @param {readonly string[]} characters
 */
function font(name, characters) {
  const whole = readFileSync(join(packages, "dejavu-fonts-ttf/ttf", name));
  // @ts-expect-error The types of the package lag behind: images of this size are drawn without hints.
  return subsetFont(whole, characters.join(""), { targetFormat: "truetype", noHinting: true });
}

/**
 * Bytes, compressed: as the last build has them where they are the same, since compressing takes seconds.
 *
 * @param {string} path of the last build
 * @param {Uint8Array} bytes
 */
function compressed(path, bytes) {
  if (existsSync(path)) {
    const built = readFileSync(path);
    try {
      if (brotliDecompressSync(built).equals(bytes)) return built;
    } catch {
      // It is written anew.
    }
  }
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliCompressSync(bytes, { params });
}
