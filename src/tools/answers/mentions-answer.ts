/**
 * The part of an answer about a symbol that files have which no language reads. Input: the lines with its word there, and what
 * makes the answer about code; output: both, the lines in a small part of the room.
 */
import { filledLists, type IndexAnswer, type IndexResults, resultsOf } from "../../answers/answer.ts";
import { fitForms, type Room } from "../../answers/fit.ts";
import type { RowValues } from "../../answers/rows.ts";
import type { WordedFile } from "../source-lines/worded-lines.ts";
import { linesIn, rareFirstForms, shortenedText, type WordedEntry, wordedForms } from "./worded-entries.ts";

/** The lines with a word in files that no language reads. */
export type Mentions = {
  /** The name that the call asks for, or its word. */
  readonly name: string;
  /** In path order, with the lines that have an ordinary word only as prose does. */
  readonly files: readonly (WordedEntry & Pick<WordedFile, "prose">)[];
  /** Says which files were not searched, and why; undefined if all were. */
  readonly note: string | undefined;
};

/** The part of the room that lines get at the most, and their UTF-16 code units: a common word is in many files. */
const share = 0.2;
const maxChars = 3_000;

/**
 * Adds the lines to an answer: of an ordinary word the ones that are written like code, and the number of others, unless the answer
 * has no symbol of the name. An answer that nothing has the name becomes one with lines.
 *
 * @param answerIn makes the answer about code in a room
 */
export function withMentions(
  mentions: Mentions | undefined,
  answerIn: (room: Room) => IndexAnswer,
  room: Room,
): IndexAnswer {
  if (mentions === undefined) return answerIn(room);
  const { note } = mentions;
  const notes = note === undefined ? [] : [note];
  if (mentions.files.length === 0 && notes.length === 0) return answerIn(room);
  const all = mentions.files.map(withProse);
  const ofCode = mentions.files.flatMap(({ prose, ...file }) => (file.lines.length === 0 ? [] : [file]));
  const needed = (linesIn(ofCode) || linesIn(all)) * leastLineChars + keyChars;
  const most = Math.min(needed, maxChars, Math.floor(room.maxChars * share));
  const answer = answerIn({ ...room, maxChars: room.maxChars - most });
  if (all.length === 0 && "error" in answer) return answer;
  const base = "error" in answer ? withoutSymbol(answer, mentions.name) : answer;
  const { head, lists, tail } = base;
  const files = head.total_references === 0 ? all : ofCode;
  const inProse = linesIn(all) - linesIn(files);
  const limit = Math.min(room.maxChars, room.charsOf(base) + maxChars);
  return fitForms(
    mentionForms(files),
    (shown, excess): IndexResults => {
      const cut = excess === undefined ? [] : [shortenedText("mentions", files.length - filesIn(shown))];
      return {
        ...base,
        head: {
          ...head,
          ...(files.length > 0 && { total_mentions: linesIn(files) }),
          ...(inProse > 0 && { mentions_in_prose: inProse }),
        },
        lists: filledLists([...lists, { name: "mentions", entries: shown }]),
        tail: withWarnings(tail, [...notes, ...cut]),
      };
    },
    { ...room, maxChars: limit },
  );
}

/** The forms of the lines: if not all fit, the files of rare kinds with their lines, before all of them as numbers. */
function mentionForms(files: readonly WordedEntry[]) {
  const [whole, ...poorer] = wordedForms(files, "mentions");
  return [...(whole === undefined ? [] : [whole]), ...rareFirstForms(files), ...poorer];
}

/** All lines of a file. */
function withProse({ prose = [], lines, ...file }: Mentions["files"][number]): WordedEntry {
  return { ...file, lines: [...lines, ...prose].sort((a, b) => a.line - b.line) };
}

/** The number of files that entries are about: one, or all files of a kind. */
function filesIn(entries: readonly RowValues[]): number {
  return entries.reduce((sum, { files }) => sum + (typeof files === "number" ? files : 1), 0);
}

/** UTF-16 code units of a line without its text, and of the keys of the list. */
const leastLineChars = 120;
const keyChars = 300;

/** The answer about a name that nothing has, for what files have with its word. */
function withoutSymbol(
  { error, details }: Extract<IndexAnswer, { readonly error: string }>,
  name: string,
): IndexResults {
  const { details: text, did_you_mean, ...left } = details;
  return {
    head: { symbol: name, total_references: 0, ...(did_you_mean !== undefined && { did_you_mean }) },
    lists: [resultsOf([])],
    tail: withWarnings(left, [typeof text === "string" ? `${error}. ${text}` : error]),
  };
}

function withWarnings(tail: RowValues, warnings: readonly string[]): RowValues {
  if (warnings.length === 0) return tail;
  const known = Array.isArray(tail.warnings) ? tail.warnings : [];
  return { ...tail, warnings: [...known, ...warnings] };
}
