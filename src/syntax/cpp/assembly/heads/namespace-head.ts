/** The heads of namespaces. Input: the key `namespace`; output: its brace, and edits for the macros in the head. */

import { numberAt, setNumber } from "../../../../base/assembly/tables";
import { RuleId } from "../rules/rule-ids";
import { Word } from "../tokens/keywords";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { Kind } from "../tokens/token-table";
import * as edits from "./head-edits";

/** Tokens of the longest head that is looked at. */
const maxSteps = 40;

/** The names in the head at hand, four bytes each. */
const names: usize = memory.data(160);

/** The brace of `namespace API a::b WORD {`, with edits for text in it that is not a name; 0 if there is none. */
export function endOfNamespaceHead(at: i32): i32 {
  let index = stream.after(at);
  let nameCount = 0;
  for (let steps = 0; steps < maxSteps; steps += 1) {
    const type = stream.kind(index);
    if (type === Char.openBrace) break;
    if (type === Char.openBracket && stream.partner(index) > 0) index = stream.partner(index);
    else if (stream.isName(index)) {
      const before = stream.before(index);
      if (stream.kind(before) !== Kind.scope && stream.word(before) !== Word.specifier) {
        setNumber(names, nameCount, index);
        nameCount += 1;
      }
      index = stream.lastOf(index, true);
    } else if (stream.word(index) === Word.attribute) {
      index = edits.cut(index, stream.lastOf(index, true), RuleId.attribute);
      continue;
    } else if (type !== Kind.scope && stream.word(index) !== Word.specifier) return 0;
    index = stream.after(index);
  }
  for (let place = 1; place < nameCount; place += 1) {
    const name = numberAt(names, place);
    edits.cut(name, stream.lastOf(name, true), RuleId.macroInNamespaceHead);
  }
  return index;
}
