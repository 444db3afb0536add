/**
 * The picture of an answer, drawn again with fewer nodes until it fits. Input: an answer whose graph is to be drawn as
 * SVG or PNG, and the room for it; output: the answer with its drawing.
 */
import type { IndexAnswer } from "../answers/answer.ts";
import type { PictureToDraw } from "../answers/aside.ts";
import type { Room } from "../answers/fit.ts";
import { numberText } from "../base/counted.ts";
import type { ImageBounds } from "../pictures/drawing.ts";
import type { AnswerBounds } from "../tools/contract/answer-bounds.ts";
import type { IndexedCall } from "./call.ts";

/** The drawing of a picture of an answer, and its largest size. */
type DrawingOptions = Room & {
  readonly image: ImageBounds;
  /** Returns what the picture shows of a name; undefined for all of it. */
  readonly nameOf: ((name: string) => string) | undefined;
  /** Called before each drawing. */
  readonly onDrawing: () => void;
};

/** Pictures that are drawn for one answer, each smaller than the one before; past them it has none. */
const maxDrawings = 5;

/** UTF-16 code units that a node or an edge takes at the least in an SVG. */
const leastPartChars = 120;

/** The share of a budget that the next picture aims at: parts of a picture differ in length. */
const budgetShare = 0.9;

/** The least share of an image that the next one has: edges take more room than their number says. */
const leastShare = 0.5;

/** Fewer nodes and edges than any picture has. */
const none = -1;

/**
 * Draws the picture of an answer: one that is too large for its bounds is asked for again, with fewer nodes.
 *
 * @param answerWith makes the answer with the largest picture that is left
 */
export async function drawnAnswer(
  answerWith: (largest: AnswerBounds["largestPicture"]) => IndexAnswer,
  { maxChars, charsOf, image, nameOf, onDrawing }: DrawingOptions,
  signal: AbortSignal,
): Promise<Pick<IndexedCall, "answer" | "drawing">> {
  const tooLong = `need more than ${numberText(maxChars)} characters as svg`;
  const tooSmall = `are too many to be read in an image of ${numberText(image.maxSide)} pixels`;
  let largest: AnswerBounds["largestPicture"];
  for (let drawings = 1; ; drawings++) {
    const answer = answerWith(largest);
    const asked = "error" in answer ? undefined : answer.aside?.picture;
    if ("error" in answer || asked === undefined) return { answer };
    const { format, theme } = asked;
    const picture = nameOf === undefined ? asked.picture : renamed(asked.picture, nameOf);
    const size = picture.nodes.length + picture.edges.length;
    const bound = format === "svg" ? tooLong : tooSmall;
    const most = drawings > maxDrawings ? none : format === "svg" ? Math.floor(maxChars / leastPartChars) : size;
    if (size > most) {
      largest = { size: most, bound };
      continue;
    }
    onDrawing();
    const { drawingOf } = await import("../pictures/drawing.ts");
    const drawing = await drawingOf({ picture, theme, image: format === "png" ? image : undefined }, signal);
    if ("png" in drawing) return { answer, drawing };
    if ("fits" in drawing) {
      largest = { size: fewer(size, Math.max(drawing.fits, leastShare)), bound };
      continue;
    }
    const left = maxChars - charsOf(answer);
    if (drawing.svg.length <= left) return { answer, drawing };
    largest = { size: fewer(size, (left * budgetShare) / drawing.svg.length), bound };
  }
}

/** Returns a picture with other names of nodes and groups. */
function renamed(picture: PictureToDraw["picture"], nameOf: (name: string) => string): PictureToDraw["picture"] {
  const nodes = picture.nodes.map(({ label, title, group, ...node }) => ({
    ...node,
    label: nameOf(label),
    ...(title !== undefined && { title: nameOf(title) }),
    ...(group !== undefined && { group: nameOf(group) }),
  }));
  return { ...picture, nodes, ...(picture.beneath && { beneath: picture.beneath.map(nameOf) }) };
}

/** A smaller number of nodes and edges. */
function fewer(size: number, share: number): number {
  return Math.min(size - 1, Math.floor(size * share));
}
