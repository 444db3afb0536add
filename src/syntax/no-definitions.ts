/** The outline of a file that defines and imports nothing. */
export const noDefinitions = {
  definitionsOf: () => [],
  countOf: () => 0,
  countImports: () => 0,
  symbols: () => [],
};
