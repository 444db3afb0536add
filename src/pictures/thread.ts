/** The entry of a thread that draws one picture. */
import { parentPort, workerData } from "node:worker_threads";
import { messageOf, UserError } from "../base/errors.ts";
import type { DrawingReply, DrawingRequest } from "./drawing.ts";
import { pngOf } from "./png.ts";
import { svgOf } from "./svg.ts";

const request: DrawingRequest = workerData;

async function reply(): Promise<DrawingReply> {
  const { picture, theme, image } = request;
  if (image === undefined) return { svg: await svgOf(picture, theme ?? "auto") };
  return await pngOf(await svgOf(picture, theme ?? "light"), image);
}

reply().then(
  (drawn) => parentPort?.postMessage(drawn),
  (error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    const refused: DrawingReply = { error: messageOf(error), details: error.details };
    parentPort?.postMessage(refused);
  },
);
