/** Files of projects that say where imports begin: pyproject.toml, setup.cfg, setup.py, compile_commands.json. */
import assert from "node:assert";
import { basename } from "node:path";
import { includeFoldersIn } from "../../../src/code-index/cpp/compile-commands.ts";
import { Projects } from "../../../src/code-index/python/project-settings.ts";
import type { FuzzTarget } from "../target.ts";

const files = ["pyproject.toml", "setup.cfg", "setup.py", "compile_commands.json"];

export const target: FuzzTarget = {
  about: "settings of projects are read",
  seeds: () => [
    '\0[tool.setuptools]\npackage-dir = {"" = "src"}\n[tool.poetry]\npackages = [{include = "a", from = "b"}]\n',
    "\x01[options]\npackage_dir =\n  = src\n[options.packages.find]\nwhere = lib\n",
    "\x02from setuptools import setup\nsetup(package_dir={'': 'src', 'a': \"b\"}, packages=find_packages('lib'))\n",
    '\x03[{"directory":"/b","file":"a.c","command":"cc -I x -isystem \\"y z\\" -iquote=w a.c"}]',
  ],
  words: [
    "[tool.",
    "package-dir",
    " = ",
    '"',
    "'",
    "{",
    "}",
    "[",
    "]",
    "\n",
    '"""',
    "''' ",
    "setup(",
    "package_dir=",
    "where",
    "\\",
    "-I",
    "-isystem ",
    "#",
    "1e5",
    "1979-05-27",
    "[[",
  ],
  steps: { fixed: 50_000, perByte: 1_000 },
  run: (bytes) => {
    const file = files[(bytes[0] ?? 0) % files.length];
    const text = bytes.toString("utf8", 1);
    const settings = new Projects(["/c"], (path) => (basename(path) === file ? text : undefined)).around("/c");
    for (const root of settings?.roots ?? []) assert.equal(typeof root, "string");
    for (const folder of includeFoldersIn(text)?.("/b/a.c") ?? [])
      assert.ok(folder.startsWith("/"), "a folder is not absolute");
  },
};
