/** A fenced block of Markdown. */
export interface CodeBlock {
  /** What stands behind the opening fence. */
  readonly language: string;
  readonly text: string;
  /** The heading above it. */
  readonly section: string;
}

/** The fenced blocks of a text, in order. */
export function codeBlocks(markdown: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let section = "";
  for (const [, heading, language, text] of markdown.matchAll(/^#+ (.*)$|^```(.*)\n([\s\S]*?)^```$/gm)) {
    if (heading !== undefined) section = heading;
    else blocks.push({ language: language ?? "", text: text ?? "", section });
  }
  return blocks;
}
