// @ts-check
/** A code base whose index is measured: names in it, folders for its facts, and servers. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { randomNumbers, shuffled } from "../random-numbers.mjs";
import { outputOf } from "./measure.mjs";
import { codegrove } from "./programs.mjs";
import { ToolServer } from "./tool-server.mjs";

/** @typedef {import("../places.mjs").Place & { name: string }} NamedPlace */

/** The sample is the same in each run. */
const seed = 15;

/** A language server reads each file that it is asked about with all that it includes, so that there are few. */
const sampledFiles = 6;
const namesOfFile = 6;

export class IndexedCode {
  folder;
  /** The home folder of the programs, with the code that V8 has compiled. */
  home;
  #scratch;
  #sampledFrom;
  /** @type {readonly NamedPlace[] | undefined} */
  #places;
  /** @type {Promise<string> | undefined} */
  #filledCache;

  /**
   * @param {string} folder
   * @param {string} scratch a folder for caches
   * @param {string} [sampledFrom] the part of it whose names are asked for
   */
  constructor(folder, scratch, sampledFrom = ".") {
    this.folder = folder;
    this.home = join(scratch, "home");
    this.#scratch = scratch;
    this.#sampledFrom = sampledFrom;
  }

  /** Names that the code base declares, where it does: some in each of some files, chosen at random. */
  get places() {
    this.#places ??= sampledPlaces(this.folder, this.#sampledFrom);
    return this.#places;
  }

  get place() {
    const [place] = this.places;
    if (place === undefined) throw new Error(`no names are declared in ${this.folder}`);
    return place;
  }

  emptyCache() {
    return mkdtempSync(join(this.#scratch, "facts-"));
  }

  /** A cache with the facts of all files. */
  filledCache() {
    this.#filledCache ??= this.#fill();
    return this.#filledCache;
  }

  /**
   * A server that has answered a question, so that it knows all files.
   * @param {string} cacheFolder
   * @param {string} [folder] a copy of the code base
   */
  async startedServer(cacheFolder, folder = this.folder) {
    const server = new ToolServer(folder, { cacheFolder, home: this.home });
    await server.start();
    await server.ask("find_definition", argumentsAt(this.place));
    return server;
  }

  async #fill() {
    const cacheFolder = this.emptyCache();
    await (await this.startedServer(cacheFolder)).close();
    return cacheFolder;
  }
}

/** @param {NamedPlace} place */
export function argumentsAt({ file, line, column }) {
  return { filepath: file, line, column };
}

/**
 * @param {string} folder
 * @param {string} within
 * @returns {NamedPlace[]}
 */
function sampledPlaces(folder, within) {
  const random = randomNumbers(seed);
  const lines = outputOf(codegrove("list_symbols", folder, { paths: [within] })).split("\n");
  const byFile = lines.filter(Boolean).flatMap((line) => {
    const { filepath, symbols = [] } = JSON.parse(line);
    const named = symbols.filter((/** @type {NamedPlace} */ { name }) => /^\w+$/.test(name));
    return named.length < namesOfFile
      ? []
      : [
          named.map((/** @type {NamedPlace} */ { line: at, column, name }) => ({
            file: filepath,
            line: at,
            column,
            name,
          })),
        ];
  });
  return shuffled(byFile, random)
    .slice(0, sampledFiles)
    .flatMap((places) => shuffled(places, random).slice(0, namesOfFile));
}
