import { describe, expect, test } from "vitest";
import { namesOfUse, pathsOfUse } from "../../src/code-index/tagged/use-paths.ts";
import { dependenciesIn, type Files } from "../support/code-base.ts";

/** What the files need, as `from to`, and what stands for no file. */
async function needsIn(files: Files): Promise<readonly string[]> {
  const { edges, unresolved, external } = await dependenciesIn(files);
  return [
    ...edges.map(({ from, to }) => `${from} ${to}`),
    ...unresolved.map(({ from, name }) => `${from} unresolved ${name}`),
    ...external.map(({ from, name }) => `${from} external ${name}`),
  ];
}

describe("what imports name", () => {
  test.each([
    [
      "C: an include",
      { "a.c": '#include "a.h"\n#include <stdio.h>\n#include "gone.h"\n#include HEADER\n', "a.h": "" },
      ["a.c a.h", "a.c unresolved gone.h", "a.c external stdio.h"],
    ],
    [
      "JavaScript: a path from the file's folder",
      {
        "a/m.js": 'import x from "./x";\nexport * from "../b";\nconst y = require("./y.js");\nimport fs from "fs";\n',
        "a/x.js": 'import "./gone";\nimport "./style.css";\nload("./y.js");\n',
        "a/y.js": "",
        "b/index.js": "",
      },
      ["a/m.js a/x.js", "a/m.js a/y.js", "a/m.js b/index.js", "a/x.js unresolved ./gone", "a/m.js external fs"],
    ],
    [
      "TypeScript: a path that is written for what is compiled",
      {
        "m.ts": 'import { x } from "./x.js";\nimport type { V } from "./view";\nimport z = require("./z");\n',
        ...{ "x.ts": "", "view.tsx": 'import "./z";\n', "z.d.ts": "" },
      },
      ["m.ts view.tsx", "m.ts x.ts", "m.ts z.d.ts", "view.tsx z.d.ts"],
    ],
    [
      "Go: a package of the module",
      {
        "go.mod": "// m\nmodule example.com/m\n\ngo 1.19\n",
        "main.go": 'package main\nimport (\n"fmt"\nu "example.com/m/util"\n"example.com/mine"\n)\n',
        ...{ "util/a.go": "package util\n", "util/b.go": "package util\n", "util/a_test.go": "package util\n" },
        "util/deep/c.go": 'package deep\nimport "example.com/m"\nimport "example.com/m/gone"\n',
      },
      [
        ...["main.go util/a.go", "main.go util/b.go", "util/deep/c.go main.go"],
        ...[
          "util/deep/c.go unresolved example.com/m/gone",
          "main.go external fmt",
          "main.go external example.com/mine",
        ],
      ],
    ],
    [
      "Java: a class, what is in it, a package",
      {
        "src/a/b/C.java": "package a.b;\nimport static a.d.E.Inner.make;\nimport java.util.List;\n",
        "src/a/d/E.java": "package a.d;\nimport a.b.*;\nimport a.b.Gone;\n",
      },
      ["src/a/b/C.java src/a/d/E.java", "src/a/d/E.java src/a/b/C.java", "src/a/d/E.java unresolved a.b.Gone"].concat(
        "src/a/b/C.java external java.util.List",
      ),
    ],
    [
      "Rust: modules of a crate",
      {
        "src/lib.rs": "mod a;\nmod gone;\nmod own { }\npub struct Root;\n",
        "src/a/mod.rs": "mod b;\nuse self::b::X;\nuse std::fmt;\n",
        "src/a/b.rs": "use crate::{Root, c::{d::Y, Z}};\nuse super::f;\n",
        "src/c.rs": "mod d;\n",
        "src/c/d.rs": "use super::super::a;\n",
      },
      [
        ...["src/a/b.rs src/a/mod.rs", "src/a/b.rs src/c/d.rs", "src/a/b.rs src/c.rs", "src/a/b.rs src/lib.rs"],
        ...["src/a/mod.rs src/a/b.rs", "src/c/d.rs src/a/mod.rs", "src/c.rs src/c/d.rs", "src/lib.rs src/a/mod.rs"],
        ...["src/lib.rs unresolved gone", "src/a/mod.rs external std::fmt"],
      ],
    ],
  ])("%s", async (_, files, needs) => {
    expect([...(await needsIn(files))].sort()).toEqual([...needs].sort());
  });
});

test("the names that a use binds", () => {
  const names = (text: string) => namesOfUse(text).map(({ path, name }) => `${name} = ${path.join("::")}`);
  expect(names("a::b")).toEqual(["b = a::b"]);
  expect(names("a::{b, c::{self, d as e, *}, f as _}")).toEqual([
    ...["b = a::b", "c = a::c", "e = a::c::d", "* = a::c", "_ = a::f"],
  ]);
  expect(names("::a::r#b as c")).toEqual(["c = a::b"]);
  expect(names("self::a::*")).toEqual(["* = self::a"]);
});

test("the paths of a use", () => {
  const written = (text: string) => pathsOfUse(text).map((parts) => parts.join("::"));
  expect(written("a::b")).toEqual(["a::b"]);
  expect(written("a::{b, c::{d, e as f}, g::*, self}")).toEqual(["a::b", "a::c::d", "a::c::e", "a::g", "a"]);
  expect(written("::a::r#b as c")).toEqual(["a::b"]);
  // Text that is no path, and more braces than any code has.
  expect(written("}}{,*{")).toEqual([]);
  expect(written(`${"a::{".repeat(2_000)}b`)).toHaveLength(1);
});
