import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { environmentOfProgram, packageFolder } from "./built-server.ts";
import { type CodeBlock, codeBlocks } from "./code-blocks.ts";
import { documents, readDocument } from "./document-paths.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A fenced block of README.md or of a file in docs. */
export interface DocumentBlock extends CodeBlock {
  readonly document: string;
  /** The block above it in the same document. */
  readonly above: CodeBlock | undefined;
}

/** A command with what it prints. */
export interface Exchange {
  readonly command: string;
  readonly output: string;
}

/** The blocks of what users read, in order. */
export const documentBlocks: readonly DocumentBlock[] = documents
  .filter((document) => document === "README.md" || document.startsWith("docs/"))
  .flatMap((document) =>
    codeBlocks(readDocument(document)).map((block, i, blocks) => ({ ...block, document, above: blocks[i - 1] })),
  );

/** A title for the test of a block. */
export function titleOf({ document, section, language, text }: DocumentBlock): string {
  return `${document}, ${section}: ${language} ${text.split("\n", 1)[0]}`;
}

/**
 * The commands of a block whose output the document shows: those behind `$ ` in a block of the language `console`, with the
 * lines below, or the block of shell above a block of the language `text`. Undefined for any other block.
 */
export function exchangesOf({ language, text, above, document }: DocumentBlock): readonly Exchange[] | undefined {
  if (language === "console") {
    const [before, ...parts] = text.split(/^\$ /m);
    expect(before, `${document} has an output without a command`).toBe("");
    return parts.map((part) => {
      const [, command = "", output = ""] = /^((?:.*\\\n)*.*\n)([\s\S]*)$/.exec(part) ?? [];
      return { command, output: output.replace(/\n\n$/, "\n") };
    });
  }
  if (language !== "text") return undefined;
  expect(above?.language, `a block of text in ${document} is no output of a block of shell`).toBe("bash");
  return [{ command: above?.text ?? "", output: text }];
}

/** Makes a project of a few files, with the fixtures that documents show answers about. */
export function documentProject(): string {
  const project = temporaryFolder({
    "src/shape.hpp": "/** A shape. */\nclass Shape {\n public:\n  virtual double area() const = 0;\n};\n",
    "src/shape.cpp": '#include "shape.hpp"\n\ndouble Shape::area() const { return 0; }\n',
    "scripts/report.py": "def report(shapes):\n    return [shape.area() for shape in shapes]\n",
    "ray.py": "def remote(f):\n    f.remote = f\n    return f\n\ndef get(values):\n    return values\n",
    ".gitignore": "*.jsonl\n__pycache__/\nray.py\n",
  });
  const shapes = "tests/fixtures/shapes";
  cpSync(join(packageFolder, shapes), join(project, shapes), { recursive: true });
  return project;
}

/** Returns what commands print to stdout, which must end well. */
export function shellOutput(text: string, cwd: string, env: Readonly<Record<string, string | undefined>>): string {
  const { stdout, stderr, status } = spawnSync("bash", ["-euo", "pipefail", "-c", text], {
    cwd,
    encoding: "utf8",
    env: { ...environmentOfProgram(), ...env },
  });
  expect(status, `${text}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}
