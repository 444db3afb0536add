import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";
import { maskCondition, maskDirective, maskInclude } from "./gaps-in-directives.ts";
import { maskDefaultBraces, maskReferenceInit, maskStringMacro } from "./gaps-in-expressions.ts";
import { maskModule } from "./gaps-in-modules.ts";
import { maskCommaAfterAssignment } from "./gaps-in-operands.ts";
import { maskComparison, maskTemplateParameters } from "./gaps-in-templates.ts";
import { maskOperatorUse } from "./operator-names.ts";
import { maskStringWrapper } from "./string-macros.ts";

/** A rule that is code. */
export type WrittenRule = {
  /** Kinds of tokens, and keywords, at which it looks. */
  readonly kinds?: readonly number[];
  readonly words?: readonly string[];
  /** Looks at the tokens from one on, and edits. */
  readonly run: (stream: Stream, index: number) => void;
};

/** What masks correct C++ that the grammar does not read, and no pattern tells. */
export const writtenRules: readonly WrittenRule[] = [
  { words: ["operator"], run: maskOperatorUse },
  { words: ["module", "import", "export"], run: maskModule },
  { kinds: [Char.equals], run: maskDefaultBraces },
  { kinds: [Char.equals, Kind.operator], run: maskCommaAfterAssignment },
  { kinds: [Kind.string], run: maskStringWrapper },
  { kinds: [Kind.string], run: maskStringMacro },
  { kinds: [Char.ampersand], run: maskReferenceInit },
  { kinds: [Char.less], run: maskTemplateParameters },
  { kinds: [Kind.operator], run: maskComparison },
  { kinds: [Kind.if, Kind.elif], run: maskCondition },
  { kinds: [Kind.include], run: maskInclude },
  { kinds: [Kind.define, Kind.directive], run: maskDirective },
];
