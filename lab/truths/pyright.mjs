// @ts-check
/** A pyright process and what navigation-truth.mjs asks of it. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { defaultFolder } from "./corpora.mjs";
import { firstVersion, LanguageServer } from "./language-server.mjs";

/** @typedef {import("./language-server.mjs").Place} Place */
/** @typedef {import("./language-server.mjs").Location} Location */
/** @typedef {import("./language-server.mjs").IncomingCall} IncomingCall */
/** @typedef {import("./language-server.mjs").OutgoingCall} OutgoingCall */

const version = "1.1.414";

/**
 * An interpreter without site-packages: pyright prefers installed packages to sources of the same name
 * outside of its import paths.
 */
const interpreter = '#!/bin/sh\nexec python3 -I -S "$@"\n';

/**
 * Installs pyright from npm unless it is there.
 * @param {string} folder
 * @returns {string} the folder
 */
export function installedPyright(folder) {
  if (existsSync(serverIn(folder))) return folder;
  mkdirSync(folder, { recursive: true });
  const flags = ["--no-audit", "--no-fund", "--no-package-lock", "--no-save", "--prefix", folder];
  execFileSync("npm", ["install", "-E", ...flags, `pyright@${version}`], { stdio: ["ignore", "inherit", "inherit"] });
  return folder;
}

/**
 * A pyright that has a code base open.
 * @param {string} root
 * @param {string | undefined} folder where it is or gets installed; undefined: `.corpora/.tools/pyright`
 * @param {string[]} [importFolders] see the constructor
 */
export async function startedPyright(root, folder, importFolders = []) {
  const pyright = new Pyright(installedPyright(pyrightFolder(folder)), importFolders);
  await pyright.initialize(root);
  return pyright;
}

/** @param {string | undefined} folder */
export function pyrightFolder(folder) {
  return resolve(folder ?? join(defaultFolder, ".tools", "pyright"));
}

/** @param {string} folder */
function serverIn(folder) {
  return join(folder, "node_modules", "pyright", "langserver.index.js");
}

export class Pyright {
  #server;
  #interpreterFolder;
  #folder;

  /**
   * @param {string} folder where it is installed
   * @param {string[]} importFolders searched for modules, in this order, before those that pyright brings
   */
  constructor(folder, importFolders) {
    this.#folder = folder;
    this.#interpreterFolder = mkdtempSync(join(tmpdir(), "pyright-"));
    const python = join(this.#interpreterFolder, "python");
    writeFileSync(python, interpreter);
    chmodSync(python, 0o755);
    const analysis = {
      autoSearchPaths: true,
      diagnosticMode: "openFilesOnly",
      extraPaths: importFolders,
      logLevel: "Error",
      typeCheckingMode: "off",
      useLibraryCodeForTypes: true,
    };
    const sections = new Map(Object.entries({ python: { pythonPath: python, analysis }, "python.analysis": analysis }));
    this.#server = new LanguageServer(process.execPath, [serverIn(folder), "--stdio"], {
      answer: (method, params) =>
        method === "workspace/configuration"
          ? params.items.map((/** @type {{ section: string }} */ { section }) => sections.get(section) ?? {})
          : null,
    });
  }

  /** True while the process runs. */
  get alive() {
    return this.#server.alive;
  }

  /**
   * @param {string} root folder of the code base
   * @returns {Promise<string>} the version
   */
  async initialize(root) {
    const uri = pathToFileURL(root).href;
    await this.#server.request("initialize", {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: "root" }],
      capabilities: {
        workspace: { configuration: true, workspaceFolders: true },
        textDocument: { hover: { contentFormat: ["plaintext"] } },
      },
    });
    this.#server.notify("initialized", {});
    const manifest = readFileSync(join(this.#folder, "node_modules", "pyright", "package.json"), "utf8");
    return `pyright ${JSON.parse(manifest).version}`;
  }

  /**
   * Opens a file for the other requests, until `closeFile`.
   * @param {string} path
   * @param {string} text
   */
  openFile(path, text) {
    const document = { uri: pathToFileURL(path).href, languageId: "python", version: firstVersion, text };
    this.#server.notify("textDocument/didOpen", { textDocument: document });
  }

  /**
   * Gives an open file another text.
   * @param {string} path
   * @param {string} text
   */
  changeFile(path, text) {
    this.#server.changeDocument(documentOf(path).textDocument.uri, text);
  }

  /** @param {string} path */
  closeFile(path) {
    this.#server.notify("textDocument/didClose", documentOf(path));
  }

  /**
   * Definitions of the name at a place of an open file.
   * @param {string} path
   * @param {Place} position
   * @returns {Promise<Location[]>}
   */
  async locationsOf(path, position) {
    return (await this.#server.request("textDocument/definition", { ...documentOf(path), position })) ?? [];
  }

  /**
   * The first word of a hover, such as "method"; "other" when there is none.
   * @param {string} path
   * @param {Place} position
   * @returns {Promise<string>}
   */
  async kindOf(path, position) {
    const hover = await this.hoverAt(path, position);
    const [, inParentheses, first] = /^(?:\(([\w ]+)\)|(class|type)\b)/.exec(hover) ?? [];
    return inParentheses ?? first ?? "other";
  }

  /**
   * The names that are completed at a place of an open file, best first.
   * @param {string} path
   * @param {Place} position
   * @returns {Promise<string[]>}
   */
  completionsAt(path, position) {
    return this.#server.completionsAt(documentOf(path).textDocument.uri, position);
  }

  /**
   * The text of the hover over a place of an open file; "" where there is none.
   * @param {string} path
   * @param {Place} position
   * @returns {Promise<string>}
   */
  async hoverAt(path, position) {
    const hover = await this.#server.request("textDocument/hover", { ...documentOf(path), position });
    return hover?.contents?.value ?? "";
  }

  /**
   * The calls from and to the function at a place of an open file; undefined for none.
   * @param {string} path
   * @param {Place} position
   * @returns {Promise<{ incoming: IncomingCall[], outgoing: OutgoingCall[] } | undefined>}
   */
  async callsOf(path, position) {
    const params = { ...documentOf(path), position };
    const [item] = (await this.#server.request("textDocument/prepareCallHierarchy", params)) ?? [];
    if (item === undefined) return undefined;
    const incoming = (await this.#server.request("callHierarchy/incomingCalls", { item })) ?? [];
    const outgoing = (await this.#server.request("callHierarchy/outgoingCalls", { item })) ?? [];
    return { incoming, outgoing };
  }

  /**
   * The places of all references in the code base, declarations included or not.
   * @param {string} path
   * @param {Place} position
   * @param {boolean} includeDeclaration
   * @returns {Promise<Location[]>}
   */
  async referencesOf(path, position, includeDeclaration) {
    const params = { ...documentOf(path), position, context: { includeDeclaration } };
    return (await this.#server.request("textDocument/references", params)) ?? [];
  }

  close() {
    this.#server.close();
    rmSync(this.#interpreterFolder, { recursive: true, force: true });
  }
}

/** @param {string} path */
function documentOf(path) {
  return { textDocument: { uri: pathToFileURL(path).href } };
}
