import { blockComment, doubleQuoted, lineComment, patternOf, singleQuoted } from "../completions/language-words.ts";
import { cppTraits } from "../cpp/traits.ts";
import { type HandingRules, handingPlacesOf } from "../handing-places.ts";
import type { LanguageTraits } from "../language-traits.ts";

/** The places that hand a function over in the trees of languages that have only queries, whose grammars name them alike. */
const taggedHanding: HandingRules = {
  places: handingPlacesOf({
    handed: [
      "call_expression.arguments new_expression.arguments method_invocation.arguments object_creation_expression.arguments",
      "assignment_expression.right variable_declarator.value assignment_pattern.right field_definition.value",
      "public_field_definition.value short_var_declaration.right assignment_statement.right var_spec.value",
      "let_declaration.value static_item.value const_item.value return_statement return_expression arrow_function.body",
      "lambda_expression.body closure_expression.body jsx_attribute",
      // The value of a block of Rust is its last expression.
      "block",
    ],
    outer: [
      "arguments argument_list array object pair.value jsx_expression parenthesized_expression ternary_expression.consequence",
      "ternary_expression.alternative as_expression satisfies_expression non_null_expression member_expression.property",
      "expression_list literal_value composite_literal.body literal_element keyed_element.value selector_expression.field",
      "array_expression tuple_expression reference_expression.value field_initializer.value struct_expression.body",
      "field_initializer_list scoped_identifier.name type_cast_expression.value method_reference",
    ],
  }),
  keepers: /\b(?:console\.\w+|fmt\.\w+|log\.\w+|assert\w*|expect|instanceof)\s*$/i,
};

/** The traits of a language that has only queries. */
export const taggedTraits: LanguageTraits = {
  name: "",
  modifiers: [],
  documentation: { comment: /(?:)/, areComments: true },
  handing: taggedHanding,
  words: {
    ...cppTraits.words,
    keywords: [],
    // A constructor of JavaScript declares fields.
    body: undefined,
    tokens: patternOf(blockComment, lineComment, doubleQuoted, singleQuoted),
  },
  declaresOverriding: false,
  bindsOncePerScope: false,
  hasUnions: false,
  hasPureMethods: false,
  hasWordsBeforeBases: false,
  isLinked: false,
  namesArguments: false,
};
