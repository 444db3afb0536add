import { expect, test } from "vitest";
import { KeptResolutions, type Steps } from "../../src/code-index/kept-resolutions.ts";
import { indexedFile } from "../../src/code-index/memory-index.ts";
import type { OpenFile, Resolution } from "../../src/code-index/resolution.ts";

function openFile(path: string, text = "x = 1\n"): OpenFile {
  const file = indexedFile({ path, language: "python", facts: [] });
  return { file, text } as OpenFile;
}

/** A resolution of its own at each call. */
function resolver() {
  let made = 0;
  return (): Resolution => ({ confidence: "none", rule: `${++made}`, targets: [] });
}

test("a name of a file is resolved once", () => {
  const kept = new KeptResolutions();
  const make = resolver();
  const file = openFile("/a.py");
  expect(kept.at(file, 0, make).rule).toBe("1");
  expect(kept.at(file, 0, make).rule).toBe("1");
  expect(kept.at(file, 4, make).rule).toBe("2");
  expect(kept.at(openFile("/a.py"), 0, make).rule).toBe("3");
});

test("in another text of the file it is resolved again", () => {
  const kept = new KeptResolutions();
  const make = resolver();
  const file = openFile("/a.py");
  kept.at(file, 0, make);
  expect(kept.at({ ...file, text: "y = 1\n" }, 0, make).rule).toBe("2");
  expect(kept.at(file, 0, make).rule).toBe("3");
});

test("a name takes its steps each time, and is resolved again if fewer are left", () => {
  let left = 25;
  const steps: Steps = {
    taken: 10,
    take: (count) => {
      if (count > left) return false;
      left -= count;
      return true;
    },
    isCutShort: false,
  };
  const kept = new KeptResolutions(steps);
  const make = resolver();
  const file = openFile("/a.py");
  const rules = Array.from({ length: 4 }, () => kept.at(file, 0, make).rule);
  expect(rules).toEqual(["1", "1", "1", "2"]);
  expect(left).toBe(5);
});

test("a resolution that was cut short is not kept", () => {
  const kept = new KeptResolutions({ taken: 1, take: () => true, isCutShort: true });
  const make = resolver();
  const file = openFile("/a.py");
  expect(kept.at(file, 0, make).rule).toBe("1");
  expect(kept.at(file, 0, make).rule).toBe("2");
});
