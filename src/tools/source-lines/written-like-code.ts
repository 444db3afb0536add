/**
 * The words that prose has as well, and the places where they are written as code. Input: a word, the path of a file, or a text with
 * a place of the word; output: whether the word is ordinary, whether all lines of the file count, or whether the place is of code.
 */
import { wordSet } from "../../base/word-list.ts";

/** True for a word with only small letters, such as `save`: prose has it, too, other than `save_all` and `maxSize`. */
export function isOrdinaryWord(word: string): boolean {
  return /^\p{Ll}+$/u.test(word);
}

/** Extensions of files of builds, settings and scripts, and of code of other languages. */
const codeExtensions = wordSet(`
  am cmake gn gni gradle in mak mk ninja pri pro props sln targets bazel bzl vcxproj csproj
  cfg cnf conf config desktop env hcl ini json json5 jsonc lock plist properties service tf toml yaml yml
  awk bash bat cmd csh fish ksh ps1 sh zsh
  asm cr cs cu d dart el ex exs f f90 fs groovy hs jl kt lua m ml mm nim php pl pm proto r rb s scala sql swift tcl v vb vhd zig
`);

/** Such files without an extension: `Makefile`, `Dockerfile.dev`, `.pylintrc`, `CMakeLists.txt`, `requirements-dev.txt`. */
const codeName =
  /^(?:[a-z]*(?:make|docker|jenkins|vagrant|proc|rake|gem|pip)file(?:\.\w+)?|\..+rc|build|workspace|justfile|sconstruct|sconscript|pkgbuild|cmakelists\.txt|requirements[\w-]*\.txt)$/i;

/** True for a file whose lines are settings or code: each line with a word counts. */
export function isOfSettingsOrCode(path: string): boolean {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  return (extension !== undefined && codeExtensions.has(extension)) || codeName.test(name);
}

/** UTF-16 code units on each side of a word that tell what it is. */
const maxSide = 1_000;

/** Signs directly before a name of code: `a.save`, `A::save`, `a->save`, `A#save`, `@save`, `module:save`, `--save`. */
const beforeName = /(?:[.#@]|::|->|[\p{L}\p{N}_]:|(?<![-\p{L}\p{N}])--)$/u;

/** Signs directly after it: `save(`, `save::`, `save->`, `save="x"`. */
const afterName = /^(?:\(|::|->|=["'])/;

/** Signs on both sides: quotes, `{save}`, `{{ save }}`, `<save>`, `</save>`, `<a>save</a>`. */
const around: readonly (readonly [RegExp, RegExp])[] = [
  [/"$/, /^"/],
  [/'$/, /^'/],
  [/\{[^\S\n]?$/, /^[^\S\n]?\}/],
  [/<\/?$/, /^(?:>|\s|\/>)/],
  [/>$/, /^<\//],
];

/** A key at the start of a line, also of a list: `save: 1`, `- save = 1`. */
const beforeKey = /^[^\S\n]*(?:[-*][^\S\n]+)?$/;
const afterKey = /^[^\S\n]*[:=]/;

/** True for a place of a word that is written like code, other than in a sentence. */
export function isWrittenLikeCode(text: string, offset: number, word: string): boolean {
  const side = text.slice(Math.max(offset - maxSide, 0), offset);
  const before = side.slice(side.lastIndexOf("\n") + 1);
  const [after = ""] = text.slice(offset + word.length, offset + word.length + maxSide).split("\n", 1);
  return (
    beforeName.test(before) ||
    afterName.test(after) ||
    around.some(([left, right]) => left.test(before) && right.test(after)) ||
    (beforeKey.test(before) && afterKey.test(after)) ||
    isInBackquotes(before, after)
  );
}

/** True between an opening run of backquotes and a further one. */
function isInBackquotes(before: string, after: string): boolean {
  return after.includes("`") && (before.match(/`+/g) ?? []).length % 2 === 1;
}
