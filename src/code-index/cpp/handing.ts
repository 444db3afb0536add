import { type HandingRules, handingPlacesOf } from "../handing-places.ts";

/** The places of trees of C and C++ that hand a function over. */
export const cppHanding: HandingRules = {
  places: handingPlacesOf({
    handed: [
      "call_expression.arguments new_expression.arguments init_declarator.value assignment_expression.right",
      "field_initializer return_statement co_yield_statement co_return_statement field_declaration.default_value",
      "optional_parameter_declaration.default_value lambda_capture_initializer.right template_argument_list",
      // std::thread t(f): the grammar reads a parameter of the type f.
      "parameter_declaration.type",
    ],
    outer: [
      "argument_list initializer_list initializer_pair.value parenthesized_expression pointer_expression",
      "compound_literal_expression.value cast_expression.value comma_expression.right",
      "conditional_expression.consequence conditional_expression.alternative type_descriptor.type",
      "qualified_identifier.name template_function.name dependent_name field_expression.field",
    ],
  }),
  keepers: /(?:\b(?:assert|Q_UNUSED|UNUSED)|\w*(?:EXPECT|ASSERT|CHECK|REQUIRE|VERIFY|COMPARE)\w*)\s*$/,
};
