/** The functions and tables that the host uses. */
export { groupDirectives } from "./conditionals/branch-groups";
export { chooseBranches } from "./conditionals/choose";
export {
  beginElision,
  commentCount,
  commentEnds,
  commentStarts,
  cutCount,
  cutEnds,
  cutPuts,
  cutStarts,
} from "./elide";
export { beginBodies } from "./heads/scopes";
export { setDeclaredNext } from "./host";
export {
  macroUses,
  useCount,
  useEnds,
  useMacros,
  useNameCount,
  useNameCounts,
  useNames,
  useStarts,
} from "./macros/macro-uses";
export { beginRules, loadRules, roomForRules } from "./rules/table";
export {
  addChange,
  addEdit,
  beginEdits,
  editCount,
  editEnds,
  editPuts,
  editRules,
  editStarts,
} from "./tokens/edits";
export { isSound, readTokens } from "./tokens/lexer";
export { addRole, emptyRoles, mayHaveRoles, roleOfWord, setRole } from "./tokens/roles";
export { beginStream, cutWith, matchBrackets } from "./tokens/stream";
export { addressOf, beginText, beginWord } from "./tokens/text";
export {
  count,
  deads,
  digraphCount,
  digraphs,
  directiveCount,
  directives,
  ends,
  firsts,
  forms,
  kinds,
  markCount,
  markForms,
  markKinds,
  marks,
  nexts,
  partners,
  previouses,
  starts,
  words,
} from "./tokens/token-table";
export {
  emptyVocabulary,
  letters,
  nextWord,
  setForm,
  size,
  starts as letterStarts,
} from "./tokens/vocabulary";
export { maskShapes } from "./walk";
