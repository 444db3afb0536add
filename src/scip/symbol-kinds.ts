/**
 * The kinds of symbols in SCIP. Input: a declaration; output: its kind, and the descriptor that its name is written
 * with.
 */
import type { CodeIndex, Declaration } from "../code-index/code-index.ts";
import type { SymbolKind } from "../code-index/language-traits.ts";
import { symbolKindOf } from "../code-index/symbol-kind.ts";
import { traitsOf } from "../code-index/traits-of.ts";
import { DeclarationFlag, type DeclarationKind } from "../facts/declaration-facts.ts";
import type { DescriptorKind } from "./symbol-string.ts";

/** The names of kinds of symbols in SCIP that codegrove tells apart. */
export type ScipKind =
  | "AbstractMethod"
  | "Class"
  | "Constant"
  | "Constructor"
  | "Enum"
  | "EnumMember"
  | "Event"
  | "Field"
  | "File"
  | "Function"
  | "Interface"
  | "Macro"
  | "Method"
  | "Module"
  | "Namespace"
  | "Operator"
  | "Parameter"
  | "Property"
  | "PureVirtualMethod"
  | "StaticDataMember"
  | "StaticMethod"
  | "Struct"
  | "TypeAlias"
  | "TypeParameter"
  | "Union"
  | "UnspecifiedKind"
  | "Variable";

/** Kind of a declaration → descriptor; a term where it is not listed. */
const descriptorKinds: ReadonlyMap<DeclarationKind, DescriptorKind> = new Map<DeclarationKind, DescriptorKind>([
  ["namespace", "namespace"],
  ["module", "namespace"],
  ["class", "type"],
  ["struct", "type"],
  ["union", "type"],
  ["enum", "type"],
  ["alias", "type"],
  ["concept", "type"],
  ["interface", "type"],
  ["type_parameter", "typeParameter"],
  ["parameter", "parameter"],
  ["function", "method"],
  ["method", "method"],
  ["constructor", "method"],
  ["operator", "method"],
  ["macro", "macro"],
]);

/** The kind of the descriptor of a declaration. */
export function descriptorKindOf({ kind }: Pick<Declaration, "kind">): DescriptorKind {
  return descriptorKinds.get(kind) ?? "term";
}

/** Kind of a declaration → that of SCIP, where the kinds of list_symbols tell less. */
const ownKinds: ReadonlyMap<DeclarationKind, ScipKind> = new Map<DeclarationKind, ScipKind>([
  ["union", "Union"],
  ["alias", "TypeAlias"],
  ["macro", "Macro"],
  ["parameter", "Parameter"],
  ["label", "UnspecifiedKind"],
]);

/** Kind as list_symbols has it → that of SCIP. */
const kinds: Readonly<Record<SymbolKind, ScipKind>> = {
  class: "Class",
  constant: "Constant",
  constructor: "Constructor",
  enum: "Enum",
  enum_member: "EnumMember",
  event: "Event",
  field: "Field",
  function: "Function",
  interface: "Interface",
  method: "Method",
  module: "Module",
  namespace: "Namespace",
  operator: "Operator",
  property: "Property",
  struct: "Struct",
  type_parameter: "TypeParameter",
  variable: "Variable",
};

/** The kind of a declaration in SCIP. */
export function scipKindOf(declaration: Declaration, index: CodeIndex): ScipKind {
  const { kind, flags, file } = declaration;
  const general = ownKinds.get(kind) ?? kinds[symbolKindOf(declaration, index)];
  const isAbstract = (flags & DeclarationFlag.abstract) !== 0;
  const isStatic = (flags & DeclarationFlag.static) !== 0;
  if (general === "Method" && isAbstract)
    return traitsOf(file.language).hasPureMethods ? "PureVirtualMethod" : "AbstractMethod";
  if (general === "Method" && isStatic) return "StaticMethod";
  return general === "Field" && isStatic ? "StaticDataMember" : general;
}
