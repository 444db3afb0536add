/** The edits of replace_symbol. Input: a text and a part of a symbol in it; output: the text afterwards. */
import { describe, expect, test } from "vitest";
import type { Declaration } from "../../src/code-index/code-index.ts";
import { editedText } from "../../src/edits/text-edits.ts";
import { deletionOf, editOf, type Part } from "../../src/tools/edits/symbol-edits.ts";
import { codeBase } from "../support/code-base.ts";

/**
 * The text of a file after the edit of a declaration, the last of its name; or why it is not edited. With line ends of Windows the
 * result is the same.
 */
async function edited(path: string, text: string, name: string, part: Part, given = ""): Promise<string> {
  const after = await editedAsIs(path, text, name, part, given);
  if (text.includes("\r") || !text.includes("\n")) return after;
  const ofWindows = await editedAsIs(path, text.replaceAll("\n", "\r\n"), name, part, given);
  expect(ofWindows).toBe(after.replaceAll("\n", "\r\n"));
  return after;
}

async function editedAsIs(path: string, text: string, name: string, part: Part, given: string): Promise<string> {
  const code = await codeBase({ [path]: text });
  const after = await code.withFile(`/code/${path}`, (file) => {
    const named = file.file.declarations.filter((declaration) => declaration.name === name);
    const last: Declaration | undefined = named.at(-1);
    if (last === undefined) throw new Error(`no declaration of ${name}`);
    const made = part === "delete" ? deletionOf(file, named) : editOf(file, last, part, given);
    if ("fault" in made) return made.fault;
    const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
    const edits = made.edits.map((edit) => ({ ...edit, text: edit.text.replaceAll("\n", lineBreak) }));
    return editedText(file.text, edits);
  });
  return after ?? "";
}

const cpp = (text: string, name: string, part: Part, given?: string) => edited("a.cpp", text, name, part, given);
const py = (text: string, name: string, part: Part, given?: string) => edited("a.py", text, name, part, given);

describe("the body of C++", () => {
  test.each([
    ["one line", "int f() { return 1; }\n", "return 2;", "int f() { return 2; }\n"],
    ["one line with braces", "int f() { return 1; }\n", "{ return 2; }", "int f() { return 2; }\n"],
    [
      "several lines for one",
      "int f() { return 1; }\n",
      "int x = 1;\nreturn x;",
      "int f() {\n    int x = 1;\n    return x;\n}\n",
    ],
    ["an empty one", "int f() {}\n", "return 2;", "int f() {\n    return 2;\n}\n"],
    ["nothing", "void f() {\n  g();\n}\n", "", "void f() {}\n"],
    [
      "any indentation",
      "void f()\n{\n  g();\n}\n",
      "        if (x)\n            h();",
      "void f()\n{\n  if (x)\n      h();\n}\n",
    ],
    [
      "two blocks, which are no braces around it",
      "void f() {\n  g();\n}\n",
      "{ a(); }\n{ b(); }",
      "void f() {\n  { a(); }\n  { b(); }\n}\n",
    ],
    [
      "tabs of the file",
      "void f() {\n\tg();\n\th();\n}\n",
      "if (x) {\n    g();\n}",
      "void f() {\n\tif (x) {\n\t\tg();\n\t}\n}\n",
    ],
    ["a raw string", "void f() {\n  g();\n}\n", 'g(R"(\na\n)");', 'void f() {\n  g(R"(\na\n)");\n}\n'],
    [
      "directives in the first column",
      "void f() {\n  g();\n}\n",
      "    a();\n#ifdef X\n    b();\n#endif\n",
      "void f() {\n  a();\n#ifdef X\n  b();\n#endif\n}\n",
    ],
    ["a label", "void f() {\n  g();\n}\n", "  a();\nout:\n  b();", "void f() {\n    a();\n  out:\n    b();\n}\n"],
    ["the blanks of one line", "int f() {return 1;}\n", "{return 2;}", "int f() {return 2;}\n"],
    ["nothing for a blank line", "void f() {\n\n}\n", "{\n\n}", "void f() {\n\n}\n"],
    ["nothing for nothing", "void f()\n{\n}\n", "{\n}", "void f()\n{\n}\n"],
    [
      "a file with tabs and blanks, in the indentation of its place",
      "void f() {\n    g();\n\th();\n}\n",
      "    if (x)\n\th();",
      "void f() {\n    if (x)\n\th();\n}\n",
    ],
    ["blank lines around it, which stay", "void f() {\n\n  g();\n\n}\n", "  a();\n", "void f() {\n\n  a();\n\n}\n"],
    [
      "braces around branches that share one",
      "void f() {\n  g();\n}\n",
      "{\n  a();\n#if A\n  if (x) {\n#else\n  if (!x) {\n#endif\n    h();\n  }\n}",
      "void f() {\n  a();\n#if A\n  if (x) {\n#else\n  if (!x) {\n#endif\n    h();\n  }\n}\n",
    ],
    [
      "braces around branches that close one",
      "void f() {\n  g();\n}\n",
      "{\n  if (x) {\n#if A\n#if B\n    a();\n#else\n    b();\n#endif\n  }\n#else\n    h();\n  }\n#endif\n  i();\n}",
      "void f() {\n  if (x) {\n#if A\n#if B\n    a();\n#else\n    b();\n#endif\n  }\n#else\n    h();\n  }\n#endif\n  i();\n}\n",
    ],
    ["a comment at its end", "int f() { return 1; }\n", "return 2; // two", "int f() {\n    return 2; // two\n}\n"],
  ])("%s", async (_, text, given, expected) => {
    expect(await cpp(text, "f", "body", given)).toBe(expected);
  });

  test("is after the initializers of a constructor, which may have braces and lambdas", async () => {
    const text = "struct A {\n  A(int x) : a([] { return 1; }()), b{x} { run(); }\n  int a, b;\n};\n";
    const expected = text.replace("run();", "stop();");
    const code = await codeBase({ "a.cpp": text });
    const after = await code.withFile("/code/a.cpp", (file) => {
      const made = file.file.declarations.find(({ kind, name }) => kind === "function" && name === "A");
      const edit = made && editOf(file, made, "body", "stop();");
      return edit && "edits" in edit ? editedText(file.text, edit.edits) : undefined;
    });
    expect(after).toBe(expected);
  });

  test("is that of a class, a template and a member out of its class", async () => {
    const text = "class A {\npublic:\n  int a;\n};\n";
    expect(await cpp(text, "A", "body", "{\npublic:\n  int b() { return 1; }\n}")).toBe(
      "class A {\npublic:\n  int b() { return 1; }\n};\n",
    );
    expect(await cpp(text, "A", "body", "public:\n  int b;\n  int c;")).toBe(
      "class A {\npublic:\n  int b;\n  int c;\n};\n",
    );
    expect(await cpp("template <class T>\nT f(T x) { return x; }\n", "f", "body", "return x + x;")).toContain(
      "T f(T x) { return x + x; }",
    );
    expect(await cpp("struct P { int x; } p;\n", "P", "body", "int y;")).toBe("struct P { int y; } p;\n");
  });

  test.each([
    ["struct A { A() = default; };\n", "A"],
    ["struct B { virtual int f() = 0; };\n", "f"],
    ["int f();\n", "f"],
    ["auto f = [] { return 1; };\n", "f"],
    ["void f() try { } catch (...) { }\n", "f"],
  ])("is none of %j", async (text, name) => {
    expect(await cpp(text, name, "body", "return 2;")).toBe("it has no body between braces, and none that is indented");
  });

  test("keeps the line ends of Windows where it changes nothing", async () => {
    const code = await codeBase({ "a.cpp": "int f() {\r\n  return 1;\r\n}\r\n" });
    const edits = await code.withFile("/code/a.cpp", (file) => {
      const [f] = file.file.declarations;
      return f && editOf(file, f, "body", "return 2;\r\n");
    });
    expect(edits).toMatchObject({ edits: [{ start: 9, end: 22, text: "\n  return 2;" }] });
  });
});

describe("the body of JavaScript and TypeScript", () => {
  const value = (name: string) => `\`x\${${name}}\``;
  test.each([
    [
      "function f(a) {\n  return 1;\n}\n",
      "f",
      `{\n  return ${value("a")};\n}`,
      `function f(a) {\n  return ${value("a")};\n}\n`,
    ],
    [
      "class A {\n  f(a) {\n    return 1;\n  }\n}\n",
      "A",
      `{\n  f(a) {\n    return ${value("a")};\n  }\n  g() {\n    return ${value("1")};\n  }\n}`,
      `class A {\n  f(a) {\n    return ${value("a")};\n  }\n  g() {\n    return ${value("1")};\n  }\n}\n`,
    ],
    [
      "let a = 1;\nfunction f() {\n  g();\n}\n",
      "f",
      "{ g() }\n{ h() }",
      "let a = 1;\nfunction f() {\n  { g() }\n  { h() }\n}\n",
    ],
  ])("is without the braces of its text, which may have templates: %#", async (text, name, given, expected) => {
    for (const path of ["a.js", "a.ts"]) expect(await edited(path, text, name, "body", given)).toBe(expected);
  });
});

describe("the body of Python", () => {
  test.each([
    ["with its docstring", 'def f():\n    """Doc."""\n    return 1\n', "return 2", "def f():\n    return 2\n"],
    [
      "in the line of its head",
      "def f(): return 1\nx = 1\n",
      "y = 1\nreturn y",
      "def f():\n    y = 1\n    return y\nx = 1\n",
    ],
    [
      "after a comment in the line of its head",
      "def f():  # note\n    return 1\n",
      "return 2",
      "def f():  # note\n    return 2\n",
    ],
    ["with comments at its ends", "def f():\n    # a\n    return 1\n    # b\n", "return 2", "def f():\n    return 2\n"],
    ["of tabs", "def f():\n\treturn 1\n", "if x:\n    return 2", "def f():\n\tif x:\n\t\treturn 2\n"],
    [
      "with a comment in the first column",
      "def f():\n    return 1\n",
      "  x = 1\n# c\n  return x",
      "def f():\n    x = 1\n    # c\n    return x\n",
    ],
    [
      "with a comment that is less indented",
      "def f():\n    return 1\n",
      "        x = 1\n   # c\n        return x",
      "def f():\n    x = 1\n    # c\n    return x\n",
    ],
    [
      "as it is, with a comment that is less indented",
      "def f():\n    return 1\n",
      "    x = 1\n   # c\n    return x",
      "def f():\n    x = 1\n   # c\n    return x\n",
    ],
    [
      "with lines as they are, if it has the indentation of its place",
      "def f():\n    return 1\n",
      "    x = 1\n# c\n  \n    return x",
      "def f():\n    x = 1\n# c\n  \n    return x\n",
    ],
    [
      "that begins with a block",
      "def f():\n    try:\n        return 1\n    finally:\n        pass\n",
      "try:\n    return 2\nfinally:\n    pass",
      "def f():\n    try:\n        return 2\n    finally:\n        pass\n",
    ],
    ["after a blank line, which stays", "def f():\n\n    return 1\n", "return 2", "def f():\n\n    return 2\n"],
    ["of one line for one in the line of its head", "def f(): return 1\n", "return 2", "def f(): return 2\n"],
    [
      "of a block in one line, for one in the line of its head",
      "def f(): return 1\n",
      "if x: return 2",
      "def f():\n    if x: return 2\n",
    ],
    ["of only a comment", "def f(): return 1\n", "# todo", "def f():\n    # todo\n    pass\n"],
    [
      "of comments, below a comment in the line of its head",
      "def f():  # note\n    return 1\n",
      "  # a\n\n  # b",
      "def f():  # note\n    # a\n\n    # b\n    pass\n",
    ],
    ["of only a docstring", "def f(): return 1\n", '"""Doc."""', 'def f(): """Doc."""\n'],
    ["of nothing", "def f():\n    return 1\n", "", "def f():\n    pass\n"],
    [
      "with a string of several lines",
      "def f():\n    return 1\n",
      '    """Doc.\n\n    More."""\n    return """\na\n  b"""',
      'def f():\n    """Doc.\n\n    More."""\n    return """\na\n  b"""\n',
    ],
    [
      "with a default that has a colon",
      "def f(x={1: 2}) -> dict[int, int]:\n    return x\n",
      "return 2",
      "def f(x={1: 2}) -> dict[int, int]:\n    return 2\n",
    ],
    ["without a line break at its end", "def f():\n    return 1", "return 2", "def f():\n    return 2"],
    [
      "of a function in a function",
      "def g():\n    def f():\n        return 1\n    return f\n",
      "return 2",
      "def g():\n    def f():\n        return 2\n    return f\n",
    ],
  ])("%s", async (_, text, given, expected) => {
    expect(await py(text, "f", "body", given)).toBe(expected);
  });

  test("is none of a variable", async () => {
    expect(await py("x = [1]\n", "x", "body", "2")).toMatch(/no body/);
  });
});

describe("the whole", () => {
  const documented = "/// Doc.\n[[nodiscard]] int f() { return 1; } // tail\n";
  test.each([
    [
      "stays below its comment",
      documented,
      "f",
      "long f() { return 2; }",
      "/// Doc.\nlong f() { return 2; } // tail\n",
    ],
    ["takes the comment if it brings one", documented, "f", "/// New.\nint f();", "/// New.\nint f(); // tail\n"],
    [
      "has the head of a template",
      "template <class T>\nT f(T x) { return x; }\n",
      "f",
      "int f() { return 1; }",
      "int f() { return 1; }\n",
    ],
    [
      "is re-indented",
      "namespace a {\n  int f() { return 1; }\n}\n",
      "f",
      "int f()\n{\n  return 2;\n}\n",
      "namespace a {\n  int f()\n  {\n    return 2;\n  }\n}\n",
    ],
    [
      "is cut at its first letter",
      "struct A {\n  int f() { return 1; }\n};\n",
      "f",
      "int f() {\n    return 2;\n  }",
      "struct A {\n  int f() {\n    return 2;\n  }\n};\n",
    ],
    [
      "has the semicolon of a class",
      "struct A {};\nint x;\n",
      "A",
      "struct A { int y; };",
      "struct A { int y; };\nint x;\n",
    ],
    [
      "gets the semicolon of a class",
      "struct A {};\nint x;\n",
      "A",
      "struct A { int y; }",
      "struct A { int y; };\nint x;\n",
    ],
    [
      "has macros of its line",
      '#define API __attribute__((visibility("default")))\nAPI void f() {}\n',
      "f",
      "API int f() { return 1; }",
      '#define API __attribute__((visibility("default")))\nAPI int f() { return 1; }\n',
    ],
    [
      "has what is written for a body",
      "struct A { ~A(); };\nA::~A() = default;\nint x;\n",
      "~A",
      "A::~A() {}",
      "struct A { ~A(); };\nA::~A() {}\nint x;\n",
    ],
    ["is in a line with others", "struct A { int f; int g; };\n", "g", "long g;", "struct A { int f; long g; };\n"],
    [
      "is equal with directives in it",
      "struct A {\n  int f()\n  {\n#ifdef X\n    return 1;\n#endif\n  }\n};\n",
      "f",
      "int f()\n  {\n#ifdef X\n    return 2;\n#endif\n  }",
      "struct A {\n  int f()\n  {\n#ifdef X\n    return 2;\n#endif\n  }\n};\n",
    ],
    [
      "has the comment after it once",
      documented,
      "f",
      "int f() { return 2; } // tail",
      "/// Doc.\nint f() { return 2; } // tail\n",
    ],
    ["keeps its linkage", 'extern "C" void f();\n', "f", "int f();", 'extern "C" int f();\n'],
    ["is no other variable of its statement", "int a, b;\n", "a", "int c;", "its statement also declares b"],
    [
      "is no variable of the type that it declares",
      "struct P { int x; } p;\n",
      "P",
      "struct P {};",
      "its statement also declares p",
    ],
  ])("%s", async (_, text, name, given, expected) => {
    expect(await cpp(text, name, "whole", given)).toBe(expected);
  });

  test("of Python keeps the indentation of its text, also if a bracket ends it", async () => {
    const text = "def f(x):\n    return (\n        x\n    )\n";
    expect(await py(text, "f", "whole", text)).toBe(text);
    expect(await py(text, "f", "whole", "def f(x):\n    return {\n        x\n    }")).toBe(
      "def f(x):\n    return {\n        x\n    }\n",
    );
  });

  test("of Python has decorators, and its comment only if the text has one", async () => {
    const text = "class A:\n    # Note.\n    @deco\n    def f(self):\n        return 1\n";
    expect(await py(text, "f", "whole", "def f(self):\n    return 2")).toBe(
      "class A:\n    # Note.\n    def f(self):\n        return 2\n",
    );
    expect(await py(text, "f", "whole", "# New.\n@other\ndef f(self):\n    return 2\n")).toBe(
      "class A:\n    # New.\n    @other\n    def f(self):\n        return 2\n",
    );
  });
});

describe("insertion", () => {
  test.each([
    [
      "before, with the blank lines of neighbours",
      "int a() {}\n\n/// B.\nint f() {}\n",
      "before",
      "int n() {}",
      "int a() {}\n\nint n() {}\n\n/// B.\nint f() {}\n",
    ],
    [
      "after, with the blank lines of neighbours",
      "int a() {}\n\nint f() {}\n",
      "after",
      "int n() {}",
      "int a() {}\n\nint f() {}\n\nint n() {}\n",
    ],
    [
      "after a field",
      "struct A {\n  int f;\n  int g;\n};\n",
      "after",
      "int n;",
      "struct A {\n  int f;\n  int n;\n  int g;\n};\n",
    ],
    [
      "before the only member",
      "struct A {\n  int f;\n};\n",
      "before",
      "int n;",
      "struct A {\n  int n;\n  int f;\n};\n",
    ],
    [
      "of a function between fields",
      "struct A {\n  int f;\n  int g;\n};\n",
      "after",
      "void n() {\n  g++;\n}",
      "struct A {\n  int f;\n\n  void n() {\n    g++;\n  }\n\n  int g;\n};\n",
    ],
    ["after a last line without a line break", "int f() {}", "after", "int n;", "int f() {}\nint n;"],
    [
      "of a symbol that shares its line",
      "struct A { int f; };\n",
      "after",
      "int n;",
      "its lines hold other code as well",
    ],
  ] as const)("%s", async (_, text, part, given, expected) => {
    expect(await cpp(text, "f", part, given)).toBe(expected);
  });

  test("in Python", async () => {
    const text = "import a\n\n\n@deco\ndef f():\n    return 1\n";
    expect(await py(text, "f", "before", "def n():\n  return 2")).toBe(
      "import a\n\n\ndef n():\n  return 2\n\n\n@deco\ndef f():\n    return 1\n",
    );
    expect(await py(text, "f", "after", "x = 1")).toBe(`${text}\n\nx = 1\n`);
    const inClass = "class A:\n    def f(self):\n        return 1\n";
    expect(await py(inClass, "f", "after", "def g(self):\n    return 2\n")).toBe(
      `${inClass}\n    def g(self):\n        return 2\n`,
    );
  });
});

describe("deletion", () => {
  test.each([
    [
      "with its comment and the blank line",
      "int a() {}\n\n/// Doc.\nint f() {}\n\nint b() {}\n",
      "int a() {}\n\nint b() {}\n",
    ],
    ["of the first", "int f() {}\n\nint b() {}\n", "int b() {}\n"],
    ["of the last", "int a() {}\n\nint f() {}\n", "int a() {}\n"],
    ["of the last without a line break", "int a() {}\n\nint f() {}", "int a() {}"],
    ["of the first member", "struct A {\n  int f() { return 1; }\n\n  int b;\n};\n", "struct A {\n  int b;\n};\n"],
    ["of the last member", "struct A {\n  int b;\n\n  int f() { return 1; }\n};\n", "struct A {\n  int b;\n};\n"],
    ["of the only member", "struct A {\n  int f() { return 1; }\n};\n", "struct A {\n};\n"],
    ["of both overloads", "int a;\nint f(int) { return 1; }\nint f(char) { return 1; }\nint b;\n", "int a;\nint b;\n"],
    ["of one of two variables", "int f, b;\n", "its statement also declares b"],
    ["in a line with others", "struct A { int f; };\n", "its lines hold other code as well"],
    ["of a class with its semicolon", "int a;\n\nstruct f {\n  int x;\n}; // tail\n\nint b;\n", "int a;\n\nint b;\n"],
    ["with a comment after it", "int a() {}\nint f(); // c\nint b() {}\n", "int a() {}\nint b() {}\n"],
    ["in a file of Windows", "int a() {}\r\n\r\nint f() {}\r\n\r\nint b() {}\r\n", "int a() {}\r\n\r\nint b() {}\r\n"],
  ])("%s", async (_, text, expected) => {
    expect(await cpp(text, "f", "delete")).toBe(expected);
  });

  test.each([
    ["the only member", "class A:\n    def f(self):\n        return 1\n", "class A:\n    pass\n"],
    [
      "the only member, with its comment",
      "class A:\n    # Note.\n    @x\n    def f(self): return 1\n\nA()\n",
      "class A:\n    pass\n\nA()\n",
    ],
    [
      "a member below a docstring",
      'class A:\n    """Doc."""\n\n    def f(self):\n        return 1\n',
      'class A:\n    """Doc."""\n',
    ],
    [
      "both halves of a property, which are all",
      "class A:\n    @property\n    def f(self):\n        return 1\n\n    @f.setter\n    def f(self, x):\n        pass\n",
      "class A:\n    pass\n",
    ],
    [
      "the only statement of a branch",
      "if x:\n    def f():\n        pass\nelse:\n    g = 1\n",
      "if x:\n    pass\nelse:\n    g = 1\n",
    ],
    ["a statement in the line of its head", "if x: f = 1\n", "if x: pass\n"],
    ["a function between two blank lines", "x = 1\n\n\ndef f():\n    pass\n\n\ny = 1\n", "x = 1\n\n\ny = 1\n"],
    ["a nested function", "def g():\n    def f():\n        pass\n    return 1\n", "def g():\n    return 1\n"],
    [
      "a method that declares attributes",
      "class A:\n    x = 1\n\n    def f(self):\n        self.y = self.z = 1\n",
      "class A:\n    x = 1\n",
    ],
    ["one of two names", "f, g = 1, 2\n", "its statement also declares g"],
    [
      "not the first line of the file",
      "#!/usr/bin/env python\ndef f():\n    pass\nx = 1\n",
      "#!/usr/bin/env python\nx = 1\n",
    ],
  ])("of Python: %s", async (_, text, expected) => {
    expect(await py(text, "f", "delete")).toBe(expected);
  });

  test("of an attribute that a method declares", async () => {
    const text = "class A:\n    def g(self):\n        self.y = 1\n        self.f = 2\n";
    expect(await py(text, "f", "delete")).toBe("class A:\n    def g(self):\n        self.y = 1\n");
    expect(await py(text, "g", "body", "self.y = 3")).toBe("class A:\n    def g(self):\n        self.y = 3\n");
    const several = "class A:\n    def g(self):\n        self.y = self.f = 1\n";
    expect(await py(several, "f", "delete")).toMatch(/its statement also declares y/);
  });

  test("of other languages, by the ranges of their symbols", async () => {
    expect(
      await edited(
        "a.ts",
        "export const a = 1;\n\n/** Doc. */\nexport function f() {\n  return 1;\n}\n",
        "f",
        "delete",
      ),
    ).toBe("export const a = 1;\n");
    expect(await edited("a.go", "package a\n\nfunc f() int { return 1 }\n", "f", "body", "return 2")).toBe(
      "package a\n\nfunc f() int { return 2 }\n",
    );
    expect(
      await edited("a.rs", "/// Doc\n#[inline]\nfn f() -> i32 { 1 }\n", "f", "whole", "fn f() -> i64 { 1 }"),
    ).toMatch(/fn f\(\) -> i64 \{ 1 \}\n$/);
  });
});
