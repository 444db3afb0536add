import type { AnswerList, FileEntry, IndexAnswer } from "../../src/answers/answer.ts";

/** Returns the lists of an answer from their entries by name, in this order. */
export function namedLists(entries: Readonly<Record<string, readonly FileEntry[]>>): readonly AnswerList[] {
  return Object.entries(entries).map(([name, ofName]) => ({ name, entries: ofName }));
}

/** Returns the head and the tail of an answer with its lists by name, and an answer with an error as it is. */
export function answerByName(answer: IndexAnswer) {
  if ("error" in answer) return Object(answer);
  const { lists, ...others } = answer;
  return { ...others, ...Object.fromEntries(lists.map(({ name, entries }) => [name, entries])) };
}
