import { inflateSync } from "node:zlib";

/** The pixels of an image. */
export type Pixels = {
  readonly width: number;
  readonly height: number;
  /** The colour of a pixel, as `#rrggbb`. */
  readonly colourAt: (x: number, y: number) => string;
  /** The share of pixels of a colour, from 0 to 1. */
  readonly share: (colour: string) => number;
};

const bytesOfPixel = 4;

/** Reads a PNG of eight bits a channel, in RGBA and without interlacing (https://www.w3.org/TR/png-3/). */
export function pixelsOf(png: Uint8Array): Pixels {
  const bytes = Buffer.from(png);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (bytes.toString("hex", 24, 29) !== "0806000000") throw new Error("not RGBA of eight bits");
  const rows = rowsOf(inflateSync(Buffer.concat(dataOf(bytes))), width * bytesOfPixel, height);
  const colourAt = (x: number, y: number) =>
    `#${rows.toString("hex", (y * width + x) * bytesOfPixel, (y * width + x) * bytesOfPixel + 3)}`;
  const share = (colour: string) => {
    let found = 0;
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (colourAt(x, y) === colour) found++;
    return found / (width * height);
  };
  return { width, height, colourAt, share };
}

function dataOf(bytes: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return parts;
}

/** Undoes the filter of each row, which is in its first byte. */
function rowsOf(filtered: Buffer, length: number, height: number): Buffer {
  const rows = Buffer.alloc(length * height);
  for (let y = 0; y < height; y++) {
    const filter = filtered[y * (length + 1)] ?? 0;
    for (let x = 0; x < length; x++) {
      const at = y * length + x;
      const left = x < bytesOfPixel ? 0 : (rows[at - bytesOfPixel] ?? 0);
      const above = y === 0 ? 0 : (rows[at - length] ?? 0);
      const corner = x < bytesOfPixel || y === 0 ? 0 : (rows[at - length - bytesOfPixel] ?? 0);
      const guesses = [0, left, above, (left + above) >> 1, paeth(left, above, corner)];
      rows[at] = ((filtered[y * (length + 1) + 1 + x] ?? 0) + (guesses[filter] ?? 0)) & 0xff;
    }
  }
  return rows;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const away = (one: number) => Math.abs(guess - one);
  if (away(left) <= away(above) && away(left) <= away(corner)) return left;
  return away(above) <= away(corner) ? above : corner;
}
