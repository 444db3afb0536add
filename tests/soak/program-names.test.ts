/**
 * The programs that tell the truth about names: go/types, javac, and TypeScript's checker. Input: small code bases; output: the place that each use of a name leads
 * to, `outside` for one from outside.
 */
import { spawnSync } from "node:child_process";
import { isAbsolute } from "node:path";
import { expect, test } from "vitest";
import { isProgram, programServer } from "../../lab/truths/program-names.mjs";
import { temporaryFolder } from "../support/temporary-folder.ts";

const hasGo = spawnSync("go", ["version"]).status === 0;
const hasJava = spawnSync("javac", ["-version"]).status === 0;

test.skipIf(!hasGo)(
  "go/types: packages, members, other platforms and absent modules",
  { timeout: 120_000 },
  async () => {
    const files = {
      "go.mod": "module example.org/shop\n\nrequire example.org/gone v1.0.0\n",
      "cart/cart.go":
        "package cart\n\ntype Item struct{ Price int }\n\nfunc (i Item) Total() int { return i.Price * rate() }\n",
      "cart/rate_linux.go": "package cart\n\nfunc rate() int { return 2 }\n",
      "cart/rate_windows.go": "package cart\n\nfunc rate() int { return 3 }\n",
      "main.go":
        'package main\n\nimport (\n\t"fmt"\n\n\t"example.org/gone"\n\t"example.org/shop/cart"\n)\n\n' +
        "func main() {\n\titem := cart.Item{Price: 1}\n\tfmt.Println(item.Total(), gone.Price)\n}\n",
    };

    const uses = await usesIn("go", files);

    expect(uses).toMatchObject({
      "cart/cart.go:5 Price": ["cart/cart.go:3"],
      "cart/cart.go:5 rate": ["cart/rate_linux.go:3", "cart/rate_windows.go:3"],
      "main.go:11 cart": ["cart/cart.go:1", "cart/rate_linux.go:1", "main.go:7"],
      "main.go:11 Item": ["cart/cart.go:3"],
      "main.go:11 Price": ["cart/cart.go:3"],
      "main.go:12 fmt": ["outside"],
      "main.go:12 item": ["main.go:11"],
      "main.go:12 Total": ["cart/cart.go:5"],
      "main.go:12 Price": ["outside"],
    });
  },
);

test.skipIf(!hasJava)(
  "javac: packages, bases, overloads, records and absent packages",
  { timeout: 240_000 },
  async () => {
    const files = {
      "src/shop/Item.java": "package shop;\n\npublic record Item(int price) {\n  Item() {\n    this(1);\n  }\n}\n",
      "src/shop/Cart.java":
        "package shop;\n\nimport java.util.List;\nimport org.gone.Gone;\n\nclass Cart extends Base {\n  Gone gone;\n\n" +
        "  int total(List<Item> items) {\n    add(new Item());\n    add(items, 1);\n" +
        "    return gone.price + items.get(0).price();\n  }\n}\n",
      "src/shop/Base.java":
        "package shop;\n\nclass Base {\n  void add(Item item) {}\n\n  void add(Object item, int count) {}\n}\n",
      "test/shop/Base.java": "package shop;\n\nclass Base {}\n",
    };

    const uses = await usesIn("java", files);

    expect(uses).toMatchObject({
      "src/shop/Cart.java:3 List": ["outside"],
      "src/shop/Cart.java:6 Base": ["src/shop/Base.java:3"],
      "src/shop/Cart.java:7 Gone": ["outside"],
      "src/shop/Cart.java:10 add": ["src/shop/Base.java:4"],
      "src/shop/Cart.java:10 Item": ["src/shop/Item.java:3"],
      "src/shop/Cart.java:11 add": ["src/shop/Base.java:6"],
      "src/shop/Cart.java:12 gone": ["src/shop/Cart.java:7"],
      "src/shop/Cart.java:12 get": ["outside"],
      "src/shop/Cart.java:12 price": ["src/shop/Item.java:3"],
      "test/shop/Base.java:3 Base": [],
    });
  },
);

test("TypeScript: modules, members of declared types, literals, and absent packages", {
  timeout: 240_000,
}, async () => {
  const files = {
    "tsconfig.json": '{"compilerOptions": {"paths": {"~/*": ["./src/*"]}}}',
    "src/cart.ts":
      "export interface Item { price: number }\nexport class Cart {\n  items: Item[] = [];\n" +
      "  total() { return this.items.map((item) => item.price).length; }\n}\n",
    "src/index.ts": 'export * from "./cart";\nexport { Cart as Basket } from "./cart.js";\n',
    "main.ts":
      'import { Basket, type Item } from "~/index";\nimport gone from "gone";\nconst price = 1;\n' +
      "const item: Item = { price };\nnew Basket().items.push(item);\ngone();\nundefined;\n",
  };

  const uses = await usesIn("typescript", files);

  expect(uses).toMatchObject({
    "src/cart.ts:4 items": ["src/cart.ts:3"],
    "src/cart.ts:4 map": ["outside"],
    "src/cart.ts:4 price": ["src/cart.ts:1"],
    "src/index.ts:2 Cart": ["src/cart.ts:2"],
    "main.ts:1 Basket": ["src/cart.ts:2"],
    "main.ts:4 Item": ["src/cart.ts:1"],
    "main.ts:4 price": ["main.ts:3", "src/cart.ts:1"],
    "main.ts:5 items": ["src/cart.ts:3"],
    "main.ts:5 push": ["outside"],
    "main.ts:6 gone": ["outside"],
    "main.ts:7 undefined": ["outside"],
  });
});

test("JavaScript: modules of CommonJS and of a bundler", { timeout: 240_000 }, async () => {
  const files = {
    "package.json": '{"name": "shop"}',
    "cart.js": "exports.total = (items) => items.length;\n",
    "main.js": 'const cart = require("./cart");\nconst fs = require("fs");\nfs.statSync(cart.total([]));\n',
    "index.js": 'import { total } from "shop/cart";\ntotal();\n',
  };

  const uses = await usesIn("javascript", files);

  expect(uses).toMatchObject({
    "main.js:3 cart": ["cart.js:1", "main.js:1"],
    "main.js:3 total": ["cart.js:1"],
    "main.js:3 fs": [],
    "main.js:3 statSync": ["outside"],
    "index.js:2 total": ["cart.js:1"],
  });
});

/** The targets of each name that is not at its declaration. */
async function usesIn(language: string, files: Readonly<Record<string, string>>) {
  if (!isProgram(language)) throw new Error(`no program for ${language}`);
  const server = programServer(language, temporaryFolder(files), process.env.TYPESCRIPT_FOLDER);
  await server.start();
  const answers = await Promise.all(Object.keys(files).map((file) => server.namesIn(file)));
  const uses = answers.flatMap((found) => found?.answers ?? []).filter((answer) => !answer.isDeclared);
  return Object.fromEntries(
    uses.map(({ file, line, name, targets }) => [
      `${file}:${line} ${name}`,
      targets.map((target) => (isAbsolute(target.file) ? "outside" : `${target.file}:${target.line}`)).sort(),
    ]),
  );
}
