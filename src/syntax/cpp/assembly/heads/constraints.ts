/** The constraints of templates. Input: the token after `requires`; output: the token after the constraint. */
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { Kind } from "../tokens/token-table";

/** Past the constraint between a template's parameters and its declaration. */
export function afterConstraint(at: i32): i32 {
  let index = at;
  for (let steps = 0; steps < 60; steps += 1) {
    const type = stream.kind(index);
    if (type === Char.open) index = stream.partner(index);
    else if (type === Char.less) {
      index = stream.afterAngles(index);
      if (index === 0) return 0;
      index = stream.before(index);
    } else if (type === Kind.word && stream.kind(stream.before(index)) !== Kind.scope && steps > 0) {
      const before = stream.kind(stream.before(index));
      if (before === Kind.word || before === Char.close || before === Char.greater) return index;
    } else if (type === Char.semicolon || type === Char.openBrace || type === Kind.end) return 0;
    index = stream.after(index);
  }
  return 0;
}
