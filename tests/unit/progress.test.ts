import { describe, expect, test } from "vitest";
import { progressOn } from "../../src/cli/progress.ts";
import { StatusLine } from "../../src/cli/status-line.ts";
import { statusTexts } from "../support/terminal.ts";

/** A terminal of 100 columns, and a clock that a test moves. */
function terminal({ isTTY = true, step = "" } = {}) {
  let written = "";
  let time = 0;
  const write = (text: string) => {
    written += text;
  };
  const stream = { isTTY, columns: 100, write };
  const progress = progressOn(new StatusLine(stream, false), { step, now: () => time });
  const later = (ms: number, act: () => void) => {
    time += ms;
    act();
  };
  /** The texts, with a bar of any length as one character. */
  const texts = () => statusTexts(written).map((text) => text.replace(/[█░]+/, "▒"));
  return { progress, later, texts, written: () => written };
}

describe("the progress of a command", () => {
  test("names each phase from its first moment, and counts where files are counted", () => {
    const { progress, later, texts } = terminal();
    progress.phase("checking");
    progress.found(0);
    later(200, () => progress.found(1));
    later(200, () => progress.found(1_200));
    progress.total(10);
    progress.macros(0, 8);
    later(1_000, () => progress.macros(4, 8));
    later(1_000, () => progress.known());
    later(1_000, () => progress.known());
    progress.phase("resolving");
    progress.phase("drawing");
    expect(texts()).toEqual([
      "checking which files have changed",
      "listing",
      "listing | 1 file found",
      "listing | 1,200 files found",
      "reading ▒ 0% | 0/10 files",
      "macros ▒ 0% | 0/8 files",
      "macros ▒ 50% | 4/8 files | 4/s | 1s left",
      "reading ▒ 10% | 1/10 files",
      "reading ▒ 20% | 2/10 files | 2/s | 4s left",
      "resolving names",
      "drawing the picture",
    ]);
  });

  test("draws the same phase at most ten times a second", () => {
    const { progress, later, texts } = terminal();
    progress.total(100);
    for (let i = 0; i < 50; i++) later(10, progress.known);
    expect(texts()).toHaveLength(1 + 5);
  });

  test("says nothing of macros where no file has any", () => {
    const { progress, texts } = terminal();
    progress.total(1);
    progress.macros(0, 0);
    expect(texts()).toEqual(["reading ▒ 0% | 0/1 files"]);
  });

  test("has the answer that is being made before the phase", () => {
    const { progress, texts } = terminal({ step: "symbols   " });
    progress.found(0);
    progress.total(2);
    expect(texts()).toEqual(["symbols listing", "symbols reading ▒ 0% | 0/2 files"]);
  });

  test("writes nothing where stderr is not a terminal", () => {
    const { progress, later, written } = terminal({ isTTY: false });
    progress.found(0);
    later(2_000, () => progress.total(1));
    progress.stop();
    expect(written()).toBe("");
  });
});
