import { expect, test } from "vitest";
import { isProgram, serverOf } from "../../lab/truths/program-names.mjs";

const names = [
  name("a.go", "run", { targets: [place("a.go")], isDeclared: true }),
  name("a.go", "stop", { targets: [place("/lib/b.go")] }),
  name("b.go", "run", { targets: [place("a.go")] }),
];

test("a program is run once, and its lines answer what each file has", async () => {
  const server = serverOf("go", programOf(names, 'console.error("warning\\ngo1.19")'));

  expect(await server.start()).toBe("go1.19");
  expect(await namesOf(server.namesIn("a.go"))).toEqual(["run", "stop"]);
  expect(await namesOf(server.namesIn("a.go", new Set(["stop"])))).toEqual(["stop"]);
  expect(await namesOf(server.definitionsIn("a.go"))).toEqual(["run"]);
  expect(await server.namesIn("c.go")).toBeUndefined();
});

test("a program that fails is an error with its output", async () => {
  const server = serverOf("go", programOf([], 'console.error("no such folder"); process.exitCode = 1'));

  await expect(server.start()).rejects.toThrow("no such folder");
});

test("languages have programs, and language servers are none", () => {
  expect(isProgram("go")).toBe(true);
  for (const other of ["clangd", "toString", undefined]) expect(isProgram(other)).toBe(false);
});

/** A program that prints names and then runs some code. */
function programOf(lines: readonly unknown[], code: string) {
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  return { command: process.execPath, args: ["-e", `console.log(${JSON.stringify(text)}.trim() || "{}"); ${code}`] };
}

async function namesOf(answers: ReturnType<ReturnType<typeof serverOf>["namesIn"]>) {
  return (await answers)?.answers.map((answer) => answer.name);
}

function name(file: string, text: string, rest: object) {
  return { ...place(file), name: text, kind: "function", isDeclared: false, ...rest };
}

function place(file: string) {
  return { file, line: 1, column: 1 };
}
