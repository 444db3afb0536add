import { wordList } from "../../base/word-list.ts";
import { type HandingRules, handingPlacesOf } from "../handing-places.ts";

/** Functions of Python that only look at what they get, and tests that compare it or put it where another function was. */
const lookingFunctions = wordList(`
  isinstance issubclass callable hasattr getattr delattr id hash repr str bool len type print format dir vars help super
  wraps update_wrapper signature unwrap getsource\\w* getdoc getfile getfullargspec
  is\\w*(?:function|method|coroutine|class) patch(?:\\.\\w+)? assert(?!Raises|Warns|Logs|_raises|_warns)\\w*
`);

const logs = "\\blog\\w*\\.(?:debug|info|warn|warning|error|critical|exception|log)";

/** The places of trees of Python that hand a function over. */
export const pythonHanding: HandingRules = {
  places: handingPlacesOf({
    handed: [
      "call.arguments assignment.right augmented_assignment.right named_expression.value default_parameter.value",
      "typed_default_parameter.value lambda.body return_statement yield for_statement.right for_in_clause.right",
    ],
    outer: [
      "attribute.attribute argument_list keyword_argument.value parenthesized_expression conditional_expression",
      "boolean_operator.left boolean_operator.right list tuple set dictionary pair.value expression_list subscript.value",
      "list_comprehension.body set_comprehension.body dictionary_comprehension.body generator_expression.body list_splat",
    ],
  }),
  conditions: { conditional_expression: "if" },
  keepers: new RegExp(`(?:(?<!\\w)(?:${lookingFunctions.join("|")})|${logs})\\s*$|\\b__all__\\b[^=]*=\\s*$`, "i"),
};
