import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";
import { maskCondition, maskDirective, maskInclude } from "./gaps-in-directives.ts";
import { maskCommasAfterAssignment } from "./gaps-in-operands.ts";
import { maskComparison, maskTemplateParameters } from "./gaps-in-templates.ts";

/** A rule that is code. */
export type WrittenRule = {
  /** Kinds of tokens at which it looks. */
  readonly kinds: readonly number[];
  /** What has to be before these for the rule to be run, in the language of patterns; all that it needs is not said. */
  readonly before?: string;
  /** Looks at the tokens from one on, and edits. */
  readonly run: (stream: Stream, index: number) => void;
};

/** What masks correct C++ that the grammar does not read, and no pattern tells. */
export const writtenRules: readonly WrittenRule[] = [
  { kinds: [Char.equals, Kind.operator], run: maskCommasAfterAssignment },
  { kinds: [Char.less], before: '"template"', run: maskTemplateParameters },
  { kinds: [Kind.operator], run: maskComparison },
  { kinds: [Kind.if, Kind.elif], run: maskCondition },
  { kinds: [Kind.include], run: maskInclude },
  { kinds: [Kind.define, Kind.directive], run: maskDirective },
];
