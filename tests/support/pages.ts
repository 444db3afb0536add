import { expect } from "vitest";
import type { ToolAnswer } from "./tool-call.ts";

/** One call of a tool. */
export type Call = (name: string, args: object) => Promise<ToolAnswer>;

interface Head {
  readonly total_files: number;
  readonly processed_files?: number;
  readonly failed_files?: number;
  readonly skipped?: Readonly<Record<string, number>>;
  readonly truncated?: boolean;
  readonly truncated_reason?: string;
  readonly next_cursor?: string;
}

/** The keys of a batch answer in front of its results. */
export function headOf({ text }: ToolAnswer): Head {
  const { results: _, ...head } = JSON.parse(text);
  return head;
}

/** Every page of an answer, each asked for with the cursor of the one before. */
export async function pagesOf(call: Call, tool: string, args: object): Promise<readonly ToolAnswer[]> {
  const pages = [await call(tool, args)];
  for (;;) {
    const cursor = headOf(pages.at(-1) ?? { text: "{}", answer: {}, isError: true }).next_cursor;
    if (cursor === undefined) return pages;
    expect(pages.length).toBeLessThan(100);
    pages.push(await call(tool, { ...args, cursor }));
  }
}
