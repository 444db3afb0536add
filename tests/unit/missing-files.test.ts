import { expect, test } from "vitest";
import { sentencesOnMissing } from "../../src/answers/missing-files.ts";

test.each([
  [{}, undefined],
  [{ unread: { src: 2 } }, "2 files could not be read (src: 2). The next call reads them again."],
  [
    { unread: { src: 2, lib: 1 }, not_read_yet: 3 },
    "3 files were not read in time (src: 2, lib: 1). The same call again goes on.",
  ],
  [
    { unread: { src: 4 }, not_read_yet: 3 },
    "1 file could not be read. The next call reads them again. 3 files were not read in time. The same call again goes on.",
  ],
])("the sentences on missing files tell apart why: %j", (head, said) => {
  expect(sentencesOnMissing(head)).toBe(said);
});
