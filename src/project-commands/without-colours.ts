/** Removes the escape sequences of colours, and the end of a line of Windows. */
export function withoutColours(line: string): string {
  const plain = line.endsWith("\r") ? line.slice(0, -1) : line;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with an escape.
  return plain.includes("\u001b") ? plain.replace(/\u001b\[[\d;]*[A-Za-z]/g, "") : plain;
}
