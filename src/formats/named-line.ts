/** The parts of `name:line` in a compact list. */
export function namedLine(named: unknown): { readonly name: string; readonly line: string } {
  const { 1: name = "", 2: line = "" } = /^(.*):(\d+)$/s.exec(String(named)) ?? [];
  return { name, line };
}
