import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { distDir, readPackageFile } from "../base/package.ts";
import type { Image, ImageBounds } from "./drawing.ts";
import { drawnCharacters, missingCharacter } from "./drawn-characters.ts";

/** Pixels of a point of a small picture, and of one whose text is just large enough to be read: 8 pixels high. */
const largestScale = 2;
const smallestScale = 0.67;

/** The scale of an image that has too many bytes. */
const smallerBy = 0.85;

/** Of an image whose bytes are too many, the share of the graph that the next one has. */
const lighterBy = 0.7;

let isReady: Promise<void> | undefined;

/**
 * Draws SVG as PNG, as large as the bounds allow.
 *
 * @param svg one of svgOf, without the theme `auto`
 */
export async function pngOf(svg: string, { maxSide, maxPixels, maxBytes }: ImageBounds): Promise<Image> {
  isReady ??= initWasm(packed("resvg.wasm.br"));
  await isReady;
  const { width, height } = sizeOf(svg);
  const largest = Math.min(maxSide / Math.max(width, height), Math.sqrt(maxPixels / (width * height)));
  for (let scale = Math.min(largestScale, largest); scale >= smallestScale; scale *= smallerBy) {
    const png = rendered(svg, scale);
    if (png.length <= maxBytes) return { png };
  }
  return { fits: Math.min(lighterBy, (largest / smallestScale) ** 2) };
}

/** Any character that the font does not have, which would be left out. */
const unknown = new RegExp(`[^${drawnCharacters}\\n]`, "gu");

let fontFiles: readonly Uint8Array[] | undefined;

function rendered(svg: string, scale: number): Uint8Array {
  fontFiles ??= ["picture-font.ttf.br", "picture-font-italic.ttf.br"].map(packed);
  const resvg = new Resvg(svg.replace(unknown, missingCharacter), {
    fitTo: { mode: "zoom", value: scale },
    font: {
      fontBuffers: [...fontFiles],
      defaultFontFamily: "DejaVu Sans Mono",
      monospaceFamily: "DejaVu Sans Mono",
    },
  });
  try {
    const image = resvg.render();
    try {
      return image.asPng();
    } finally {
      image.free();
    }
  } finally {
    resvg.free();
  }
}

function sizeOf(svg: string): { readonly width: number; readonly height: number } {
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  return { width: Number(width), height: Number(height) };
}

/** A file of the build, which is compressed there. */
function packed(name: string): Buffer {
  return brotliDecompressSync(readPackageFile(join(distDir, name)));
}
