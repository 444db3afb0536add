/**
 * The drawing of one picture in a thread of its own, which ends with it. Input: a graph and the largest size of an
 * image; output: SVG, PNG, or the share of the picture that would fit.
 */
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { type ErrorDetails, UserError } from "../base/errors.ts";
import { distDir } from "../base/package.ts";
import type { Picture } from "./picture.ts";
import type { Theme } from "./svg.ts";

/** The largest size of an image. */
export type ImageBounds = {
  /** Pixels of the longer side. */
  readonly maxSide: number;
  /** Pixels in all: each takes four bytes while it is drawn. */
  readonly maxPixels: number;
  readonly maxBytes: number;
};

/** An image, or the share of its pixels that is within the bounds where it would be too small to be read. */
export type Image = { readonly png: Uint8Array } | { readonly fits: number };

export type DrawingRequest = {
  readonly picture: Picture;
  /** Left out, a PNG is light, and an SVG follows what its viewer prefers. */
  readonly theme?: Exclude<Theme, "auto"> | undefined;
  /** The bounds of a PNG; undefined for SVG. */
  readonly image: ImageBounds | undefined;
};

export type Drawing = { readonly svg: string } | Image;

/** The message of a drawing thread. */
export type DrawingReply = Drawing | { readonly error: string; readonly details: ErrorDetails };

/** Milliseconds for one picture: the largest ones take one or two seconds. */
const drawingTimeoutMs = 15_000;

/** Megabytes of the heap of a drawing thread; Graphviz and the image have memory of their own. */
const maxDrawingHeapMb = 512;

/**
 * Draws a picture in a thread of its own, which ends with it: no other thread has to load what draws, and it gives back
 * its memory.
 *
 * @throws UserError when the graph cannot be drawn in time, and the signal's reason when it aborts
 */
export async function drawingOf(request: DrawingRequest, signal: AbortSignal): Promise<Drawing> {
  signal.throwIfAborted();
  const worker = new Worker(join(distDir, "pictures.cjs"), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: maxDrawingHeapMb },
    // stdout belongs to the protocol.
    stdout: true,
    stderr: true,
  });
  let timer: NodeJS.Timeout | undefined;
  let stop = () => {};
  try {
    const reply = await new Promise<DrawingReply>((done, failed) => {
      stop = () => failed(signal.reason);
      signal.addEventListener("abort", stop, { once: true });
      timer = setTimeout(
        () => failed(undrawn(`it takes more than ${drawingTimeoutMs / 1_000} seconds`)),
        drawingTimeoutMs,
      );
      worker.on("message", done);
      worker.on("error", (error) => failed(undrawn(error.message)));
      worker.on("exit", () => failed(undrawn("its thread ended")));
    });
    // A thread that has answered ends by itself. Node may wait for ever on terminate() of one that runs WASM (its issue
    // 47748), so that nobody waits for the end of a thread.
    if ("error" in reply) throw new UserError(reply.error, reply.details);
    return reply;
  } catch (error) {
    void worker.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    worker.unref();
  }
}

function undrawn(reason: string): UserError {
  return new UserError(`The picture cannot be drawn: ${reason}`, {
    details: "Give one file in filepath, lower max_depth or narrow filepath; or take mermaid or dot as output_format.",
  });
}
