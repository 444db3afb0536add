/**
 * The module in WebAssembly that reads and masks C++ texts: what is in ../assembly. Input: a text, and what the host does for it;
 * output: its tokens as views of the module's memory.
 */
import { builtModule } from "../../../base/built-module.ts";
import { tieringOfThread } from "../../../base/wasm-tiering.ts";
import { definingWords, keywords } from "./keywords.ts";
import { Kind, type Tokens } from "./token-list.ts";

type Table = WebAssembly.Global<"i32">;

/** The functions and the addresses of tables of the module: see the files in ../assembly. */
export type ModuleExports = {
  readonly count: Table;
  readonly kinds: Table;
  readonly forms: Table;
  readonly firsts: Table;
  readonly deads: Table;
  readonly starts: Table;
  readonly ends: Table;
  readonly words: Table;
  readonly nexts: Table;
  readonly previouses: Table;
  readonly partners: Table;
  readonly directives: Table;
  readonly directiveCount: Table;
  readonly digraphs: Table;
  readonly digraphCount: Table;
  readonly marks: Table;
  readonly markCount: Table;
  readonly markKinds: Table;
  readonly markForms: Table;
  readonly isSound: Table;
  readonly size: Table;
  readonly letters: Table;
  readonly letterStarts: Table;
  readonly editCount: Table;
  readonly editStarts: Table;
  readonly editEnds: Table;
  readonly editRules: Table;
  readonly editPuts: Table;
  readonly cutCount: Table;
  readonly cutStarts: Table;
  readonly cutEnds: Table;
  readonly cutPuts: Table;
  readonly commentCount: Table;
  readonly commentStarts: Table;
  readonly commentEnds: Table;
  readonly beginText: (length: number) => number;
  readonly beginWord: (length: number) => number;
  readonly addressOf: (offset: number) => number;
  readonly readTokens: () => void;
  readonly emptyVocabulary: () => void;
  readonly setForm: (word: number, form: number) => void;
  readonly nextWord: (start: number, end: number) => number;
  readonly beginStream: () => void;
  readonly matchBrackets: () => number;
  readonly cutWith: (from: number, to: number, rule: number, put: number) => number;
  readonly beginEdits: (withoutRule: number) => void;
  readonly addEdit: (start: number, end: number, rule: number, put: number) => number;
  readonly addChange: () => void;
  readonly emptyRoles: () => void;
  readonly mayHaveRoles: (start: number, end: number) => void;
  readonly addRole: (kind: number, isCall: number, rest: number, braces: number) => number;
  readonly roleOfWord: (word: number) => number;
  readonly setRole: (word: number, role: number) => void;
  readonly setDeclaredNext: (next: number) => void;
  readonly groupDirectives: Table;
  readonly chooseBranches: () => void;
  readonly beginElision: (functions: number, symbols: number, declarations: number, needsBody: number) => void;
  readonly beginBodies: () => void;
  readonly beginRules: () => void;
  readonly macroUses: () => void;
  readonly useCount: Table;
  readonly useMacros: Table;
  readonly useStarts: Table;
  readonly useEnds: Table;
  readonly useNameCounts: Table;
  readonly useNameCount: Table;
  readonly useNames: Table;
  readonly maskShapes: (isElided: number) => void;
  readonly roomForRules: (words: number) => number;
  readonly loadRules: () => void;
};

/** The functions that the module calls: see ../assembly/host.ts. */
const hostFunctions = [
  "chosenBranch",
  "isNeverTaken",
  "isOfSip",
  "lookUpRole",
  "maskDirective",
  "giveName",
  "giveHead",
  "declareByArguments",
  "maskScope",
  "writeName",
  "replaceToken",
  "needsBody",
  "putOfBody",
] as const;
export type ModuleHost = Readonly<Record<(typeof hostFunctions)[number], (...numbers: number[]) => unknown>>;

/** Pages of 64 KiB: at first, and at most, which is what 32 bits can address. */
const pages = { initial: 32, maximum: 65_536 };

/** The place of a string's length before its address: [AssemblyScript, Runtime, Header layout]. */
const bytesOfHeader = 4;

/** Characters of words that the module has room for next to a text. */
const longestWord = 4_000;

/** Words of texts that are kept; above this many the vocabulary starts anew: about 5 MB. */
const mostWords = 50_000;

/** Bytes of a memory that is kept for the next text: that of the tokens of some 2 MB. */
const mostKeptBytes = 32 * 1024 * 1024;

/** An instance of the module. It holds one text at a time: what it gives is valid until the next one is read. */
export class CppModule {
  readonly exports: ModuleExports;
  /** Shared, so that it can grow under its views. */
  readonly memory: WebAssembly.Memory;
  /** The words of the texts that were read, by their numbers; one object for each time that the numbers begin anew. */
  vocabulary: Vocabulary;
  /** The number of words that it has before any text is read, as their roles are known. */
  knownWords = 0;

  /** @param host the functions that the module calls; none for one that only reads tokens */
  constructor(host: Partial<ModuleHost> = noHost) {
    this.memory = new WebAssembly.Memory({ ...pages, shared: true });
    const imports = { env: { memory: this.memory }, host };
    this.exports = new WebAssembly.Instance<ModuleExports>(
      builtModule("masking.wasm", tieringOfThread()),
      imports,
    ).exports;
    const { markKinds, markForms } = this.exports;
    for (const character of "(){}[]") this.bytes(markKinds, 256)[character.charCodeAt(0)] = 1;
    this.bytes(markKinds, 256).fill(1, Kind.if, Kind.directive + 1);
    for (const word of definingWords) this.bytes(markForms, 128)[word] = 1;
    this.vocabulary = this.#newVocabulary();
  }

  /** True after a text that took more memory than is kept. */
  get isLarge(): boolean {
    return this.memory.buffer.byteLength > mostKeptBytes;
  }

  /** Takes the rules to run: see ../rules/compile-rules.ts. */
  loadRules(words: Int32Array): void {
    const address = this.exports.roomForRules(words.length);
    new Int32Array(this.memory.buffer, address >>> 0, words.length).set(words);
    this.exports.loadRules();
  }

  /**
   * Reads a text.
   *
   * @throws RangeError for a text whose tokens take more memory than there can be; the module is of no use then
   */
  read(text: string): Tokens {
    const { exports } = this;
    if (exports.size.value > mostWords + this.knownWords) this.vocabulary = this.#newVocabulary();
    try {
      const at = exports.beginText(text.length);
      Buffer.from(this.memory.buffer).write(text, at >>> 0, text.length * 2, "utf16le");
      exports.readTokens();
    } catch {
      throw new RangeError(`${text.length} characters of C++ take more than the 4 GB that WebAssembly can address`);
    }
    const count = exports.count.value;
    return {
      count,
      kind: this.bytes(exports.kinds, count),
      start: this.numbers(exports.starts, count),
      end: this.numbers(exports.ends, count),
      first: this.bytes(exports.firsts, count),
      word: this.numbers(exports.words, count),
      form: new Int8Array(this.memory.buffer, exports.forms.value >>> 0, count),
      directives: Array.from(this.numbers(exports.directives, exports.directiveCount.value)),
      digraphs: Array.from(this.numbers(exports.digraphs, exports.digraphCount.value)),
      marks: this.numbers(exports.marks, exports.markCount.value),
      markCount: exports.markCount.value,
      isSound: exports.isSound.value !== 0,
    };
  }

  /** The string of the module at an address. */
  textAt(address: number): string {
    const [bytes = 0] = new Uint32Array(this.memory.buffer, address - bytesOfHeader, 1);
    return Buffer.from(this.memory.buffer, address, bytes).toString("utf16le");
  }

  bytes(table: Table, count: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, table.value >>> 0, count);
  }

  numbers(table: Table, count: number): Int32Array {
    return new Int32Array(this.memory.buffer, table.value >>> 0, count);
  }

  /** Keywords are the first words, in their order. */
  #newVocabulary(): Vocabulary {
    this.exports.emptyVocabulary();
    this.read([...keywords.keys()].join(" "));
    let number = 1;
    for (const form of keywords.values()) this.exports.setForm(number++, form);
    return new Vocabulary(this);
  }
}

/** The host of a module that only reads tokens. */
const noHost = Object.fromEntries(hostFunctions.map((name) => [name, notNeeded]));

function notNeeded(): never {
  throw new Error("a module that only reads tokens has no host");
}

/** The words of texts by their numbers. */
export class Vocabulary {
  readonly #module: CppModule;
  readonly #spellings: string[] = [""];

  constructor(module: CppModule) {
    this.#module = module;
  }

  /** The word of a number. */
  spelling(word: number): string {
    const known = this.#spellings[word];
    if (known !== undefined) return known;
    const { exports, memory } = this.#module;
    const [start = 0, end = 0] = new Int32Array(memory.buffer, (exports.letterStarts.value >>> 0) + word * 4, 2);
    const letters = Buffer.from(memory.buffer, (exports.letters.value >>> 0) + start * 2, (end - start) * 2);
    const spelling = letters.toString("utf16le");
    this.#spellings[word] = spelling;
    return spelling;
  }

  /** Writes words one after the other to where the module can read them, and calls it with the offsets of as many as there is room for. */
  eachOf(words: Iterable<string>, use: (start: number, end: number) => void): void {
    const { exports, memory } = this.#module;
    const flush = (text: string) => {
      const at = exports.beginWord(text.length);
      Buffer.from(memory.buffer).write(text, exports.addressOf(at) >>> 0, text.length * 2, "utf16le");
      use(at, at + text.length);
    };
    let text = "";
    for (const word of words) {
      if (text.length + 1 + word.length > longestWord) {
        flush(text);
        text = "";
      }
      if (word.length <= longestWord) text += text === "" ? word : `\n${word}`;
    }
    if (text !== "") flush(text);
  }

  /** The number of a word; 0 for one that is too long to be looked for. */
  numberOf(word: string): number {
    const { exports, memory } = this.#module;
    const at = exports.beginWord(word.length);
    if (at < 0) return 0;
    Buffer.from(memory.buffer).write(word, exports.addressOf(at) >>> 0, word.length * 2, "utf16le");
    return exports.nextWord(at, at + word.length);
  }
}

let plain: CppModule | undefined;

/** Reads a text for its tokens alone. They are valid until the next text is read so. */
export function tokensOf(text: string): Tokens {
  if (plain === undefined || plain.isLarge) plain = new CppModule();
  return plain.read(text);
}
