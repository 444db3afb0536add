/**
 * The programs that tell the truth about names: go/types. Input: small code bases; output: the place that each use of a name leads
 * to, `outside` for one from outside.
 */
import { spawnSync } from "node:child_process";
import { isAbsolute } from "node:path";
import { expect, test } from "vitest";
import { isProgram, programServer } from "../../lab/truths/program-names.mjs";
import { temporaryFolder } from "../support/temporary-folder.ts";

const hasGo = spawnSync("go", ["version"]).status === 0;

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

/** The targets of each name that is not at its declaration. */
async function usesIn(language: string, files: Readonly<Record<string, string>>) {
  if (!isProgram(language)) throw new Error(`no program for ${language}`);
  const server = programServer(language, temporaryFolder(files));
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
