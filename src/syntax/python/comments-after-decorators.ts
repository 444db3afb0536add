/**
 * A copy of equal length without the comments between a decorator and what it decorates: one that is indented less makes
 * tree-sitter-python end the block.
 */
export function blankCommentsAfterDecorators(text: string): string {
  let copy = "";
  let from = 0;
  let isDecorated = false;
  for (const { 0: line, index } of text.matchAll(lines)) {
    const first = line.trimStart().charAt(0);
    if (first === "@") isDecorated = true;
    else if (first !== "" && first !== "#") isDecorated = false;
    else if (first === "#" && isDecorated) {
      copy += text.slice(from, index) + " ".repeat(line.length);
      from = index + line.length;
    }
  }
  return copy + text.slice(from);
}

const lines = /[^\r\n]+/g;
