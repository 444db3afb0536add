import { describe, expect, test } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** C++ whose definitions a parser without a preprocessor loses, with what list_symbols has to list: kind, name, place. */
const files: Readonly<Record<string, { readonly code: string; readonly symbols: readonly string[] }>> = {
  "exports.cpp": {
    code: "export module m;\nexport {\nint visible();\nstruct P { int x; };\n}\nint user() { return visible(); }\n",
    symbols: ["struct P 4:8", "field x 4:16", "function user 6:5"],
  },
  "friends.hpp": {
    code: "struct A {\nfriend bool operator==(A, A) = default;\nfriend void gone(A) = delete;\n};\n",
    symbols: ["struct A 1:8", "operator operator== 2:13", "function gone 3:13"],
  },
  "delegates.h": {
    code: "DECLARE_DELEGATE_RetVal_OneParam(bool, FCan, const AActor*);\nDECLARE_DELEGATE(FDone)\nint after() { return 1; }\n",
    symbols: ["class FCan 1:40", "class FDone 2:18", "function after 3:5"],
  },
  "lists.cpp": {
    code: [
      "#define LIST(X) X(RED, 1) /* of X(NONE) */ X(GREEN, 2)",
      "#define MORE(X) \\",
      "  X(blue) \\",
      "  X(black)",
      "#define CALL(f) f(1) + 2",
      "enum Color {",
      "#define AS(n, v) n = v,",
      "  LIST(AS)",
      "#undef AS",
      "#define AS(n) k_##n,",
      "  MORE(AS) CALL(AS)",
      "  LAST",
      "};",
      "int t() { LIST(AS) return RED; }",
      "",
    ].join("\n"),
    symbols: [
      ...["function LIST 1:9", "enum_member RED 1:19", "enum_member GREEN 1:46", "function MORE 2:9"],
      ...["enum_member k_blue 3:5", "enum_member k_black 4:5", "function CALL 5:9", "enum Color 6:6"],
      ...["enum_member LAST 12:3", "function t 14:5"],
    ],
  },
  "tests.c": {
    code: 'TEST("adds") { int a; }\nint f(int a) { if (a) RETURN(1) else return 2; }\nMY_CASE(b) { g(); }\n',
    symbols: ["function adds 1:6", "function f 2:5", "function b 3:9"],
  },
  "mocks.h": {
    code: [
      "class MockShape : public Shape {",
      "  MOCK_METHOD(int, area, (int scale), (const, override));",
      "  MOCK_METHOD((std::map<int, int>), sizes, ((std::pair<int, int>) pair));",
      "  MOCK_CONST_METHOD1_T(name, std::string(int index));",
      "};",
      "",
    ].join("\n"),
    symbols: ["class MockShape 1:7", "method area 2:20", "method sizes 3:37", "method name 4:24"],
  },
};

describe("symbols that macros or forms of C++ hide from the grammar", () => {
  const folder = temporaryFolder(Object.fromEntries(Object.entries(files).map(([name, { code }]) => [name, code])));
  const answerOf = async (...args: readonly string[]): Promise<unknown> =>
    JSON.parse((await runInProcess("", { args: [...args], cwd: folder })).stdout);

  test.each(Object.entries(files))("%s: are listed, without a syntax error", async (name, { symbols }) => {
    const listed = await answerOf("list_symbols", name);
    const rows = symbols.map((symbol) => {
      const [kind, ...rest] = symbol.split(" ");
      const [line, column] = (rest.pop() ?? "").split(":").map(Number);
      return expect.objectContaining({ kind, name: rest.join(" "), line, column });
    });
    expect(listed).toMatchObject({ symbols: rows });
    expect(await answerOf("check_file", name)).toMatchObject({ diagnostic_count: 0 });
  });

  test.each([
    ["visible", "exports.cpp", "int visible()"],
    ["FCan", "delegates.h", "DECLARE_DELEGATE_RetVal_OneParam(bool, FCan, const AActor*)"],
    ["Color::RED", "lists.cpp", "X(RED, 1)"],
    ["k_black", "lists.cpp", "X(black)"],
    ["MockShape::area", "mocks.h", "MOCK_METHOD(int, area, (int scale), (const, override))"],
  ])("%s is found by its name", async (symbol, filepath, signature) => {
    const answer = JSON.stringify(await answerOf("find_definition", symbol, filepath));
    expect(answer).toContain(`"signature":${JSON.stringify(signature)}`);
  });
});
