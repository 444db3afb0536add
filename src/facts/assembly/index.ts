/** The functions and tables that the host uses: see ../words.ts. */
export { beginText } from "./text";
export { addressOf, clear, lengthOf, setMultiplier, size, startOf } from "./vocabulary";
export {
  beginList,
  blockNumbers,
  blocks,
  countPostings,
  endList,
  entries,
  entryBytes,
  listed,
  postingBytes,
  postings,
  ranks,
  sortList,
  useWords,
  writeEntries,
  writePostings,
} from "./word-list";
export { beginWords, endWords, idOfText, readWords, taken, takeText } from "./words";
