/** A string, a comment of a line, a comment in a line, or a comma before a closing bracket, of JSON with comments. */
const tokens = /"(?:[^"\\\n]|\\.)*"|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*[}\]])/g;

/**
 * Returns a text in JSON with comments as JSON: comments and trailing commas are blanks, so that all offsets and line breaks
 * stay.
 */
export function withoutComments(text: string): string {
  return text.replace(tokens, (token) => (token.startsWith('"') ? token : token.replace(/[^\r\n]/g, " ")));
}
