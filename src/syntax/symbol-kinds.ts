/** The kinds of LSP's SymbolKind that code has, spelled as the keys of answers are. */
export const symbolKinds = [
  ...["module", "namespace", "class", "struct", "interface", "enum", "enum_member", "function", "method"],
  ...["constructor", "operator", "property", "field", "variable", "constant", "type_parameter", "event"],
] as const;
