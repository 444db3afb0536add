#!/usr/bin/env node
// @ts-check
/**
 * Writes codegrove-<version>.cdx.json: the packages whose code or data is in dist/, with their licences and the digests of their
 * archives (SBOM, CycloneDX). npm makes it from package-lock.json; dist/LICENSES.txt says which of its packages the build has
 * bundled. The same package gives the same bytes. Run npm run build first.
 *
 *   node scripts/sbom.mjs [--output DIR]
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const top = fileURLToPath(new URL("..", import.meta.url));
/** @type {{ name: string, version: string }} */
const { name, version } = JSON.parse(readFileSync(join(top, "package.json"), "utf8"));
const { values } = parseArgs({ options: { output: { type: "string", default: top } } });
const output = resolve(values.output);

/** @type {Readonly<Record<string, { id: string } | { name: string }>>} */
const otherLicences = {
  "SCIP Code Intelligence Protocol": { id: "Apache-2.0" },
  "dejavu-fonts-ttf": { name: "Bitstream Vera and Arev, see dist/LICENSES.txt" },
};

mkdirSync(output, { recursive: true });
writeFileSync(join(output, `${name}-${version}.cdx.json`), `${JSON.stringify(bill(), null, 2)}\n`);

/**
 * @typedef {{ "bom-ref": string, group?: string, name: string, version?: string, type: string, scope?: string,
 *   licenses?: unknown[], properties?: unknown[] }} Component
 */

/** The bill without what differs from run to run, and without the packages that only build and test. */
function bill() {
  const { components, metadata, serialNumber: _, dependencies: __, ...head } = npmBill();
  const bundled = bundledParts().map((part) => componentOf(part, components));
  const refs = bundled.map((component) => component["bom-ref"]);
  const { timestamp: ___, component, ...about } = metadata;
  return {
    ...head,
    metadata: { ...about, lifecycles: [{ phase: "build" }], component: { ...component, type: "application", name } },
    components: bundled,
    dependencies: [{ ref: component["bom-ref"], dependsOn: refs }, ...refs.map((ref) => ({ ref, dependsOn: [] }))],
  };
}

/**
 * The bill that npm makes of all packages.
 * @returns {{ components: Component[], metadata: { timestamp?: string, component: Component }, serialNumber?: string, dependencies?: unknown }}
 */
function npmBill() {
  const { stdout, stderr, status } = spawnSync("npm", ["sbom", "--package-lock-only", "--sbom-format", "cyclonedx"], {
    cwd: top,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  return JSON.parse(stdout);
}

/**
 * What dist/LICENSES.txt has a licence of. A part without a version comes from no package.
 * @returns {{ name: string, version: string | undefined }[]}
 */
function bundledParts() {
  const sections = readFileSync(join(top, "dist/LICENSES.txt"), "utf8").split(/^-{80}$/m);
  return sections.map((section) => {
    const [title = ""] = section.trim().split("\n");
    const [, packageName, packageVersion] = /^(\S+) (\d\S*)$/.exec(title) ?? [];
    return { name: packageName ?? title, version: packageVersion };
  });
}

/**
 * @param {{ name: string, version: string | undefined }} part
 * @param {readonly Component[]} components
 * @returns {Component}
 */
function componentOf(part, components) {
  if (part.version === undefined) {
    return { "bom-ref": part.name, type: "library", name: part.name, licenses: licencesOf(part.name) };
  }
  const found = components.find((one) => fullName(one) === part.name && one.version === part.version);
  if (found === undefined) throw new Error(`package-lock.json has no ${part.name} ${part.version}`);
  const { properties: _, ...component } = found;
  return { ...component, scope: "required", licenses: component.licenses ?? licencesOf(part.name) };
}

/**
 * The name of a package with its scope.
 * @param {Component} component
 */
function fullName({ group, name: own }) {
  return group === undefined ? own : `${group}/${own}`;
}

/**
 * The licences of a part whose package does not name them as SPDX does, or that comes from no package.
 * @param {string} part
 */
function licencesOf(part) {
  const licence = otherLicences[part];
  if (licence === undefined) throw new Error(`scripts/sbom.mjs knows no licence of ${part}`);
  return [{ license: licence }];
}
