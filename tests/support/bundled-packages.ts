import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolder } from "./built-server.ts";

/** A package of others whose code, data or grammar is part of ours. */
export type BundledPackage = { readonly name: string; readonly version: string; readonly licence: string };

type Locked = { readonly version?: string; readonly license?: string };

/**
 * The packages that dist/LICENSES.txt has a licence of, in its order; the build writes one for each package that it bundles.
 *
 * @throws Error for one that package-lock.json does not have in this version
 */
export function bundledPackages(): readonly BundledPackage[] {
  const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(read("package-lock.json"));
  return read("dist/LICENSES.txt")
    .split(/^-{80}$/m)
    .flatMap((part) => {
      const [, name = "", version = ""] = /^\s*(\S+) (\d\S*)\n/.exec(part) ?? [];
      if (name === "") return [];
      const locked = Object.entries(packages).filter(
        ([path, found]) => path.endsWith(`node_modules/${name}`) && found.version === version,
      );
      const licence = locked[0]?.[1].license;
      if (licence === undefined) throw new Error(`package-lock.json has no licence of ${name} ${version}`);
      return [{ name, version, licence }];
    });
}

type Grammar = { readonly package: string; readonly version: string; readonly abi: number; readonly sha256: string };

/** Language → its grammar, as grammars/manifest.json has it; the build refuses any other. */
export function grammarsInManifest(): Readonly<Record<string, Grammar>> {
  return JSON.parse(read("grammars/manifest.json"));
}

function read(path: string): string {
  return readFileSync(join(packageFolder, path), "utf8");
}
