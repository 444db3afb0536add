import { describe, expect, test } from "vitest";
import { includeFoldersIn } from "../../src/code-index/cpp/compile-commands.ts";
import { dependenciesIn, type Files } from "../support/code-base.ts";

/** The dependencies of some files as `from:line to`, with how they count and what stands for no file. */
async function linesOf(files: Files, folders: readonly string[] = []) {
  const { edges, unresolved, external, ambiguous } = await dependenciesIn(files, folders);
  return [
    ...edges.map(({ from, line, to, time }) => `${from}:${line} ${to}${time === "load" ? "" : ` ${time}`}`),
    ...unresolved.map(({ from, line, name }) => `${from}:${line} unresolved ${name}`),
    ...external.map(({ from, line, name }) => `${from}:${line} external ${name}`),
    ...ambiguous.map(({ from, line, name, candidates }) => `${from}:${line} ambiguous ${name} ${candidates.join(" ")}`),
  ];
}

describe("an include", () => {
  const files = { "a/x.h": "", "b/x.h": "", "include/lib/x.h": "", "c/d/y.h": "" };
  test.each([
    ["is the file in its folder", "b/m.cpp", '#include "x.h"', "b/x.h"],
    ["goes up folders", "b/m.cpp", '#include "../a/x.h"', "a/x.h"],
    ["is found by the end of a path", "b/m.cpp", "#include <lib/x.h>", "include/lib/x.h"],
    ["is the nearest of several", "a/e/m.cpp", '#include "x.h"', "a/x.h"],
    ["is ambiguous where several are as near", "m.cpp", '#include "x.h"', "ambiguous x.h a/x.h b/x.h include/lib/x.h"],
    ["between brackets is not that in its folder", "a/m.cpp", "#include <d/y.h>", "c/d/y.h"],
    ["may have more slashes than its path", "b/m.cpp", '#include "lib//./x.h"', "include/lib/x.h"],
    ["of the system is external", "a/m.cpp", "#include <vector>", "external vector"],
    ["of the system is so between quotes", "a/m.cpp", '#include "stdlib.h"', "external stdlib.h"],
    ["that is not there is unresolved", "a/m.cpp", '#include "gone.h"', "unresolved gone.h"],
  ])("%s", async (_, name, text, found) => {
    expect(await linesOf({ ...files, [name]: `${text}\n` })).toEqual([`${name}:1 ${found}`]);
  });

  test("is searched in the folders of the compiler, in their order", async () => {
    const folders = ["/code/gone", "/code/b", "/code/a"];
    expect(await linesOf({ ...files, "m.cpp": '#include "x.h"\n' }, folders)).toEqual(["m.cpp:1 b/x.h"]);
  });

  test("of a file in itself, and a second one of the same file, add nothing", async () => {
    expect(await linesOf({ "a.h": '#include "a.h"\n#include "b.h"\n#include "./b.h"\n', "b.h": "" })).toEqual([
      "a.h:2 b.h",
    ]);
  });
});

describe("an import", () => {
  const files = {
    "src/pkg/__init__.py": "from . import sub\ndef made(): ...\n",
    "src/pkg/sub.py": "",
    "src/pkg/made.py": "",
    "src/pkg/deep/mod.py": "",
    "src/pkg/deep/inner/__init__.py": "",
  };
  const ofPackage = "src/pkg/__init__.py:1 src/pkg/sub.py";
  test.each([
    ["of a package needs its file", "import pkg", "src/pkg/__init__.py"],
    ["of a submodule needs that alone", "import pkg.sub", "src/pkg/sub.py"],
    ["may give a submodule a name", "import pkg.sub as s", "src/pkg/sub.py"],
    ["from a package takes a submodule", "from pkg import sub", "src/pkg/sub.py"],
    ["from a package takes what the package defines", "from pkg import made", "src/pkg/__init__.py"],
    ["of all names is one of the package", "from pkg import *", "src/pkg/__init__.py"],
    ["goes through a namespace package", "from pkg.deep import mod", "src/pkg/deep/mod.py"],
    ["of a package in a namespace package", "import pkg.deep.inner", "src/pkg/deep/inner/__init__.py"],
    ["of an unknown name needs the module", "from pkg.sub import name", "src/pkg/sub.py"],
    ["of a missing module of a package is unresolved", "import pkg.gone", "unresolved pkg.gone"],
    ["of a missing name of a namespace package", "from pkg.deep import gone", "unresolved pkg.deep.gone"],
    ["of another package is external", "import numpy.linalg", "external numpy.linalg"],
    ["of the standard library is external", "from os import path", "external os"],
    ["of several names of a module that is not there is told once", "from pkg.no import a, b", "unresolved pkg.no"],
  ])("%s", async (_, text, found) => {
    const all = await linesOf({ ...files, "src/app.py": `${text}\n` });
    expect(all.filter((one) => one !== ofPackage)).toEqual([`src/app.py:1 ${found}`]);
  });

  test.each([
    ["the package of what it brings by the name of a submodule", "from .box import box", "src/pkg/__init__.py"],
    ["the package of another thing that it brings so", "from os import path as box", "src/pkg/__init__.py"],
    ["the submodule that it brings", "from . import box", "src/pkg/box.py"],
    ["the submodule that it brings by its whole name", "from pkg import box", "src/pkg/box.py"],
    ["the submodule that a function of it brings", "def f():\n    from .box import box", "src/pkg/box.py"],
  ])("from a package needs %s", async (_, text, found) => {
    const own = { "src/pkg/__init__.py": `${text}\n`, "src/pkg/box.py": "class box: ...\n" };
    const all = await linesOf({ ...own, "src/pkg/app.py": "from . import box\n" });
    expect(all.filter((one) => one.startsWith("src/pkg/app.py"))).toEqual([`src/pkg/app.py:1 ${found}`]);
  });

  test("of a namespace package alone needs no file", async () => {
    expect(await linesOf({ ...files, "src/app.py": "import pkg.deep\n" })).toEqual([ofPackage]);
  });

  test("is relative to the package of its file", async () => {
    const text =
      "from . import mod\nfrom .. import sub\nfrom ..made import x\nfrom ...up import y\nfrom .no import z\n";
    const all = await linesOf({ ...files, "src/pkg/deep/other.py": text });
    expect(all.filter((one) => one !== ofPackage)).toEqual([
      "src/pkg/deep/other.py:1 src/pkg/deep/mod.py",
      "src/pkg/deep/other.py:3 src/pkg/made.py",
      "src/pkg/deep/other.py:2 src/pkg/sub.py",
      "src/pkg/deep/other.py:4 unresolved ...up",
      "src/pkg/deep/other.py:5 unresolved .no",
    ]);
  });

  test("of a module that is compiled, or above the folder that is searched, is not unresolved", async () => {
    const text =
      "from ._fast import f\nimport pkg.quick\nfrom . import slow\nfrom pkg import other\nfrom ... import up\n";
    const all = await linesOf({
      "pkg/__init__.py": "",
      "pkg/_fast.pyx": "",
      "pkg/quick.cpp": "",
      "pkg/slow.rs": "",
      "pkg/app.py": text,
    });
    expect(all).toEqual([
      "pkg/app.py:3 pkg/__init__.py",
      "pkg/app.py:1 external ._fast",
      "pkg/app.py:2 external pkg.quick",
      "pkg/app.py:5 external ...",
    ]);
  });

  test("of a stub counts for a type checker, since a stub never runs", async () => {
    const files = {
      "a.py": "import b\nimport fast\n",
      "b.py": "import fast\n",
      "fast.pyi": "import a\nfrom b import x\ndef f():\n    import c\n",
      "c.py": "",
      "gone.pyi.py": "import a\n",
    };
    expect(await linesOf(files)).toEqual([
      "a.py:1 b.py",
      "a.py:2 fast.pyi",
      "b.py:1 fast.pyi",
      "fast.pyi:1 a.py typing",
      "fast.pyi:2 b.py typing",
      "fast.pyi:4 c.py typing",
      "gone.pyi.py:1 a.py",
    ]);
  });

  test("counts for a type checker, or when a function is called, or at once where it is written more than once", async () => {
    const text = [
      "from typing import TYPE_CHECKING",
      "if TYPE_CHECKING:",
      "    import a, b, c",
      "def f():",
      "    import b, d",
      "    class C:",
      "        def g(self): from e import x",
      "import d",
      "class D:",
      "    import f",
    ];
    const modules = Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((name) => [`${name}.py`, ""]));
    expect(await linesOf({ "app.py": `${text.join("\n")}\n`, ...modules })).toEqual([
      "app.py:3 a.py typing",
      "app.py:5 b.py lazy",
      "app.py:3 c.py typing",
      "app.py:8 d.py",
      "app.py:7 e.py lazy",
      "app.py:10 f.py",
      "app.py:1 external typing",
    ]);
  });
});

describe("an import below a test of __name__", () => {
  const timesOf = async (...text: readonly string[]) =>
    (await linesOf({ "app.py": `${text.join("\n")}\n`, "a.py": "", "b.py": "" })).filter((line) =>
      / [ab]\.py/.test(line),
    );

  test.each([['if __name__ == "__main__":'], ["if '__main__' == __name__:"], ["if (__name__ == '__main__'):"]])(
    "runs only in a program: %s",
    async (condition) => {
      expect(await timesOf(condition, "    import a", "    if a:", "        import a", "import b")).toEqual([
        "app.py:2 a.py lazy",
        "app.py:5 b.py",
      ]);
      expect(await timesOf(condition, "    import a", "else:", "    import b")).toEqual([
        "app.py:2 a.py lazy",
        "app.py:4 b.py",
      ]);
    },
  );

  test.each([['if __name__ != "__main__":'], ['if __name__ == "__main__" or DEBUG:'], ['if __name__ == "app":']])(
    "runs at once in other cases: %s",
    async (condition) => {
      expect(await timesOf(condition, "    import a")).toEqual(["app.py:2 a.py"]);
    },
  );
});

describe("a compilation database", () => {
  test("has the folders of a command, or of all commands", () => {
    const foldersOf = includeFoldersIn(
      JSON.stringify([
        {
          directory: "/b",
          file: "../a/m.cpp",
          command: `g++ -Iinc -I "my inc" -isystem /usr/x\\ y -DI='-Ino' -c m.cpp`,
        },
        { directory: "/b", file: "n.cpp", arguments: ["g++", "-I", "/other", "-iquote", "q"] },
        "nothing",
        { directory: 1 },
      ]),
    );
    expect(foldersOf?.("/a/m.cpp")).toEqual(["/b/inc", "/b/my inc", "/usr/x y"]);
    expect(foldersOf?.("/b/n.cpp")).toEqual(["/other", "/b/q"]);
    expect(foldersOf?.("/a/m.h")).toEqual(["/b/inc", "/b/my inc", "/usr/x y", "/other", "/b/q"]);
  });

  test.each(["", "{}", "null", "[", '"text"'])("%j is none", (text) => {
    expect(includeFoldersIn(text)).toBeUndefined();
  });

  test("with a command whose quotes do not end is read in a short time", () => {
    const command = `g++ ${"'\"\\".repeat(100_000)}`;
    expect(includeFoldersIn(JSON.stringify([{ directory: "/", file: "a", command }]))?.("/a")).toEqual([]);
  });
});

describe("the line of an import", () => {
  test.each([
    [
      "in brackets",
      { "app.py": "import os\nfrom a import (\n    x,\n    y,\n)\nimport b\n", "a.py": "", "b.py": "" },
      ["app.py:2 a.py", "app.py:6 b.py", "app.py:1 external os"],
    ],
    [
      "of submodules in brackets",
      {
        "p/app.py": "from . import (  # why\n    a,\n    b as c,\n)\n",
        "p/a.py": "",
        "p/b.py": "",
        "p/__init__.py": "",
      },
      ["p/app.py:1 p/a.py", "p/app.py:1 p/b.py"],
    ],
    [
      "after a backslash",
      { "app.py": "\nimport a, \\\n    b\n", "a.py": "", "b.py": "" },
      ["app.py:2 a.py", "app.py:2 b.py"],
    ],
    [
      "in a function",
      { "app.py": "def f():\n    from a import (\n        x,\n    )\n", "a.py": "" },
      ["app.py:2 a.py lazy"],
    ],
    [
      "of several names of a module that is not there",
      { "app.py": "from .gone import (\n    a,\n    b,\n)\n" },
      ["app.py:1 unresolved .gone"],
    ],
    [
      "of JavaScript",
      { "app.js": 'f();\nimport {\n  a,\n  b,\n} from "./a";\nimport "./b";\n', "a.js": "", "b.js": "" },
      ["app.js:2 a.js", "app.js:6 b.js"],
    ],
    [
      "of Go, where each path is an import",
      { "go.mod": "module m\n", "main.go": 'package main\nimport (\n"fmt"\n"m/u"\n)\n', "u/u.go": "package u\n" },
      ["main.go:4 u/u.go", "main.go:3 external fmt"],
    ],
    [
      "of C++",
      { "a.cpp": '\n#include \\\n  "x.h"\n#include "y.h"\n', "x.h": "", "y.h": "" },
      ["a.cpp:2 x.h", "a.cpp:4 y.h"],
    ],
    ["of C", { "a.c": '\n#include \\\n  "x.h"\n#include "y.h"\n', "x.h": "", "y.h": "" }, ["a.c:2 x.h", "a.c:4 y.h"]],
  ])("%s is that of its statement", async (_, files, found) => {
    expect(await linesOf(files)).toEqual(found);
  });
});

describe("a name of a package, or of a path in settings, in JavaScript and TypeScript", () => {
  const workspace = {
    "package.json": '{ "name": "top", "workspaces": ["packages/*", "!packages/old"] }',
    "packages/geo/package.json":
      '{ "name": "@a/geo", "exports": { ".": { "import": "./dist/index.js" }, "./in/*": "./src/in/*.ts" }, "imports": { "#own": "./src/own.ts" } }',
    "packages/geo/src/index.ts": "",
    "packages/geo/src/own.ts": "",
    "packages/geo/src/in/flat.ts": "",
    "packages/old-style/package.json": '{ "name": "old-style", "main": "lib/main.js" }',
    "packages/old-style/lib/main.js": "",
    "packages/old-style/lib/part.js": "",
    "apart/package.json": '{ "name": "apart", "dependencies": { "linked": "link:../packages/geo", "top": "^1.0.0" } }',
  };
  const compiler = {
    // Comments and commas at ends are no errors there.
    "tsconfig.json":
      '{ /* paths */ "extends": ["./base", "./tsconfig"], "compilerOptions": { "strict": true, }, // end\n}',
    "base.json":
      '{ "extends": "./root.json", "compilerOptions": { "paths": { "@/*": ["src/*"], "~": ["src/all.ts"] } } }',
    "root.json": '{ "compilerOptions": { "baseUrl": ".", "paths": { "lost/*": ["nowhere/*"] } } }',
    "src/a.ts": "",
    "src/all.ts": "",
    "nested/tsconfig.json":
      '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "../other" }] }',
    "nested/tsconfig.app.json": '{ "compilerOptions": { "paths": { "app/*": ["./*"] } } }',
    "nested/b.ts": "",
  };
  test.each([
    ["is the entry of a package of the workspace", workspace, "packages/x.ts", "@a/geo", "packages/geo/src/index.ts"],
    ["is a path of an entry", workspace, "packages/x.ts", "@a/geo/in/flat", "packages/geo/src/in/flat.ts"],
    ["is a path in a package", workspace, "packages/x.js", "old-style/lib/part", "packages/old-style/lib/part.js"],
    ["is the main file of a package", workspace, "x.js", "old-style", "packages/old-style/lib/main.js"],
    ["is an import of its own package", workspace, "packages/geo/src/x.ts", "#own", "packages/geo/src/own.ts"],
    ["of a package of the workspace that is not there", workspace, "x.ts", "@a/geo/gone", "unresolved @a/geo/gone"],
    ["of another package is external", workspace, "x.ts", "react", "external react"],
    ["that a folder links to", workspace, "apart/x.ts", "linked", "packages/geo/src/index.ts"],
    ["of a folder apart is not that of the workspace", workspace, "apart/x.ts", "top", "external top"],
    ["is one by a pattern", compiler, "src/x.ts", "@/a", "src/a.ts"],
    ["is one without a star", compiler, "src/x.ts", "~", "src/all.ts"],
    ["is below the base", compiler, "src/x.ts", "src/a", "src/a.ts"],
    ["follows settings that extend each other", compiler, "src/x.ts", "lost/a", "external lost/a"],
    ["is that of settings for a part", compiler, "nested/x.ts", "app/b", "nested/b.ts"],
    ["of a pattern that leads nowhere is not external", compiler, "src/x.ts", "@/gone", "unresolved @/gone"],
    ["of settings that are not known is not external", { "tsconfig.json": "{" }, "x.ts", "pkg", "unresolved pkg"],
    ["has no key of all objects", { "package.json": "{}" }, "x.ts", "constructor", "external constructor"],
  ])("%s", async (_, files, from, name, found) => {
    expect(await linesOf({ ...files, [from]: `import "${name}";\n` })).toEqual([`${from}:1 ${found}`]);
  });

  test("settings that extend each other many times are read once each", async () => {
    const count = 30;
    const chain = Array.from({ length: count }, (_, i) => {
      const next = `./t${i + 1}.json`;
      return [`t${i}.json`, JSON.stringify({ extends: [next, next, "./tsconfig.json"] })] as const;
    });
    const files: Files = {
      "tsconfig.json": '{ "extends": ["./t0.json", "./t0.json"] }',
      ...Object.fromEntries(chain),
      [`t${count}.json`]: '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }',
      "a.ts": 'import "@/b";\n',
      "b.ts": "",
    };
    expect(await linesOf(files)).toEqual(["a.ts:1 b.ts"]);
  });

  test("a name that settings beyond a bound may have is not external", async () => {
    const chain = Array.from({ length: 60 }, (_, i) => [`t${i}.json`, `{ "extends": "./t${i + 1}.json" }`] as const);
    const files = {
      "tsconfig.json": '{ "extends": "./t0.json" }',
      ...Object.fromEntries(chain),
      "a.ts": 'import "@x/b";\n',
    };
    expect(await linesOf(files)).toEqual(["a.ts:1 unresolved @x/b"]);
  });
});
