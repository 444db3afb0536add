import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";
import { maskCondition, maskDirective, maskInclude } from "./gaps-in-directives.ts";
import { maskCommasAfterAssignment } from "./gaps-in-operands.ts";
import { maskComparison, maskTemplateParameters } from "./gaps-in-templates.ts";

/** A rule that is code. */
export type WrittenRule = {
  /** Kinds of tokens at which it looks. */
  readonly kinds: readonly number[];
  /** A necessary condition for the rule before these, in the language of patterns. */
  readonly before?: string;
  /** Looks at the tokens from one on, and edits. */
  readonly run: (stream: Stream, index: number) => void;
};

/** The rules that mask correct C++ that the grammar does not read and patterns cannot express. */
export const writtenRules: readonly WrittenRule[] = [
  { kinds: [Char.equals, Kind.operator], run: maskCommasAfterAssignment },
  { kinds: [Char.less], before: '"template"', run: maskTemplateParameters },
  { kinds: [Kind.operator], run: maskComparison },
  { kinds: [Kind.if, Kind.elif], run: maskCondition },
  { kinds: [Kind.include], run: maskInclude },
  { kinds: [Kind.define, Kind.directive], run: maskDirective },
];
