import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unpackExtension } from "@anthropic-ai/mcpb";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { packageFolder, runServer } from "../support/built-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const project = temporaryFolder({ "a.py": "class A: pass\n" });
const output = temporaryFolder();
const unpacked = join(temporaryFolder(), "unpacked");
const { version, description } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));
const bundle = join(output, `codegrove-${version}.mcpb`);
const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n';
const call =
  '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"find_classes","arguments":{"filepath":"a.py"}}}\n';

beforeAll(async () => {
  expect(build()).toMatchObject({ stderr: "", status: 0 });
  expect(await unpackExtension({ mcpbPath: bundle, outputDir: unpacked, silent: true })).toBe(true);
});

describe("the bundle", () => {
  test("serves from where it is unpacked, as its manifest says", async () => {
    const manifest = JSON.parse(readFileSync(join(unpacked, "manifest.json"), "utf8"));
    expect(manifest).toMatchObject({ manifest_version: "0.3", name: "codegrove", version, description });
    expect(manifest.server.entry_point).toBe("dist/main.cjs");
    expect(manifest.server.mcp_config.command).toBe("node");
    const [program, ...args] = manifest.server.mcp_config.args.map((arg: string) =>
      arg.replace(`\${__dirname}`, unpacked).replace(`\${user_config.folder}`, project),
    );
    expect(program).toBe(join(unpacked, manifest.server.entry_point));
    expect(Object.keys(manifest.user_config)).toEqual(["folder"]);
    const names = await listedBy(program, args);
    expect(manifest.tools.map(({ name }: { name: string }) => name)).toEqual(names);
  });

  test("brings what runs, and nothing else", () => {
    expect(readdirSync(unpacked).sort()).toEqual(
      [
        "LICENSE",
        "README.md",
        "dist",
        "grammars",
        "icon.png",
        "manifest.json",
        "package.json",
        "parsers",
        "queries",
      ].sort(),
    );
  });
});

/** What the registry's schema 2025-12-11 says of the keys that are used here; further keys are mistakes. */
const Text = z.string().min(1).max(100);
const Package = z.strictObject({
  registryType: z.enum(["npm", "mcpb"]),
  identifier: z.string().min(1),
  version: z.string().min(1),
  fileSha256: z
    .string()
    .regex(/^[a-f0-9]{64}$/)
    .optional(),
  transport: z.strictObject({ type: z.literal("stdio") }),
  packageArguments: z
    .array(
      z.strictObject({
        type: z.literal("named"),
        name: z.string(),
        description: z.string(),
        format: z.enum(["string", "number", "boolean", "filepath"]),
        isRequired: z.boolean(),
      }),
    )
    .optional(),
});
const ServerJson = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: z.string().regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: Text,
  description: Text,
  version: z.string().max(255),
  packages: z.array(Package).length(1),
});

describe("server.json", () => {
  test("names the npm package, and the folder that it needs", () => {
    expect(build("--name", "org.example/codegrove").status).toBe(0);
    const entry = readEntry();
    expect(entry).toMatchObject({ name: "org.example/codegrove", version });
    expect(entry.packages[0]).toMatchObject({ registryType: "npm", version, packageArguments: [{ name: "--root" }] });
  });

  test("names the bundle with its hash", () => {
    const url = "https://example.org/codegrove.mcpb";
    expect(build("--name", "org.example/codegrove", "--url", url).status).toBe(0);
    const fileSha256 = createHash("sha256").update(readFileSync(bundle)).digest("hex");
    expect(readEntry().packages[0]).toMatchObject({ registryType: "mcpb", identifier: url, fileSha256 });
  });

  test.each([
    [["--name", "codegrove"], "is not a name such as"],
    [["--url", "https://example.org/x.mcpb"], "--url needs --name"],
  ])("is not written for %j", (args, reason) => {
    expect(build(...args)).toMatchObject({ status: 1, stderr: expect.stringContaining(reason) });
  });
});

test("what the Dockerfile puts into the image serves", async () => {
  const stage =
    readFileSync(join(packageFolder, "Dockerfile"), "utf8")
      .split(/^FROM /m)
      .at(-1) ?? "";
  const image = temporaryFolder();
  for (const [, sources = "", target = ""] of stage.matchAll(/^COPY --from=build (.+) (\S+)$/gm)) {
    for (const source of sources.split(" ")) {
      const path = source.replace("/app/", "");
      const place = target === "./" ? join(image, path) : join(image, target);
      mkdirSync(join(place, ".."), { recursive: true });
      cpSync(join(packageFolder, path), place, { recursive: true, dereference: true });
    }
  }
  expect(stage).toMatch(/^USER (?!root)/m);
  const [, entry = ""] = /^ENTRYPOINT (.+)$/m.exec(stage) ?? [];
  const [, command = ""] = /^CMD (.+)$/m.exec(stage) ?? [];
  const [program, ...args] = [...JSON.parse(entry).slice(1), ...JSON.parse(command)].map((arg: string) =>
    arg.replace(/^\/app/, image).replace("/workspace", project),
  );
  expect(await listedBy(program ?? "", args)).toContain("find_classes");
}, 60_000);

/** The tools that a server lists, once it has answered a call about the project, too. */
async function listedBy(program: string, args: readonly string[]): Promise<readonly string[]> {
  const launch = { program, args: [...args, "--log-level", "error"], cwd: project };
  const { stdout, stderr } = await runServer(list + call, launch);
  expect(stderr).toBe("");
  const [listed, called] = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .sort((a, b) => a.id - b.id);
  expect(called.result.content[0].text).toContain('"name":"A"');
  return listed.result.tools.map(({ name }: { name: string }) => name);
}

function build(...args: readonly string[]) {
  const script = join(packageFolder, "scripts/bundle.mjs");
  return spawnSync(process.execPath, [script, "--output", output, ...args], { encoding: "utf8" });
}

function readEntry(): z.infer<typeof ServerJson> {
  return ServerJson.parse(JSON.parse(readFileSync(join(output, "server.json"), "utf8")));
}
