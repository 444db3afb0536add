import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Shell, shells } from "../../src/cli/shell-scripts/shells.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder({ "src/a b.py": "", "src/plain.py": "", "other.txt": "", "sub folder/x.py": "" });

const scriptFolder = temporaryFolder({});

/** The script of each shell, in a file. */
const scripts = Object.fromEntries(
  await Promise.all(
    shells.map(async (shell) => {
      const { stdout, stderr, exitCode } = await runInProcess("", { args: ["completion", shell] });
      expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
      const path = join(scriptFolder, `codegrove.${shell}`);
      writeFileSync(path, stdout);
      return [shell, path];
    }),
  ),
);

function isInstalled(shell: Shell): boolean {
  return spawnSync(shell, ["--version"]).error === undefined;
}

/** True for a shell that is left out: in CI, one that is not there is an error. */
function isLeftOut(shell: Shell): boolean {
  return process.env.CI === undefined && !isInstalled(shell);
}

for (const shell of shells) {
  test.skipIf(isLeftOut(shell))(`${shell} reads the script without an error`, () => {
    const { stderr, status } = spawnSync(shell, ["-n", scripts[shell] ?? ""], { encoding: "utf8" });
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  });
}

test.each([[[]], [["tcsh"]], [["bash", "zsh"]]])("completion %j is a mistake", async (words) => {
  const { stdout, stderr, exitCode } = await runInProcess("", { args: ["completion", ...words] });
  expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
  expect(stderr).toBe(`codegrove: completion takes one of bash, zsh, fish, not '${words.join(" ")}'\n`);
});

/**
 * Calls the function of the completion as readline does, for command lines that a word `;` ends. Each has a shell of its own, in
 * one process.
 */
const completeInBash = String.raw`
  source "$1"; shift
  words=()
  for word; do
    if [[ $word != ";" ]]; then words+=("$word"); continue; fi
    (
      COMP_WORDS=("${"$"}{words[@]}"); COMP_CWORD=$((${"$"}{#words[@]} - 1))
      registered=$(complete -p "${"$"}{words[0]}"); registered=${"$"}{registered#* -F }
      "${"$"}{registered%% *}"
      printf "%s\n" "${"$"}{COMPREPLY[@]}"
    )
    printf ";\n"
    words=()
  done
`;

describe("bash", () => {
  const cases: readonly (readonly [words: readonly string[], expected: readonly string[]])[] = [
    [["codegrove", "list_s"], ["list_symbols"]],
    [["mcp_stdio_server", "ca"], ["cache"]],
    [["codegrove", "get_cl"], ["get_class_hierarchy"]],
    [["codegrove", "--log-level", "error", "find_c"], ["find_classes"]],
    [["codegrove", "--log-level", "e"], ["error"]],
    [["codegrove", "--log-level", "=", "tr"], ["trace"]],
    [["codegrove", "--ht"], ["--http"]],
    [["codegrove", "list_symbols", "--det"], ["--detail"]],
    [["codegrove", "list_symbols", "--no-ne"], ["--no-nested"]],
    [["codegrove", "list_symbols", "--log"], ["--log-level"]],
    [["codegrove", "list_symbols", "--http"], []],
    [
      ["codegrove", "list_symbols", "--detail", ""],
      ["names", "signatures", "full"],
    ],
    [
      ["codegrove", "list_symbols", "--detail", "="],
      ["names", "signatures", "full"],
    ],
    [["codegrove", "list_symbols", "--kinds", "class,met"], ["class,method"]],
    [["codegrove", "list_symbols", "--name", ""], []],
    [["codegrove", "list_symbols", "--format", "s"], []],
    [["codegrove", "check", "--format", "s"], ["sarif"]],
    [
      ["codegrove", "check", "src/"],
      ["src/a b.py", "src/plain.py"],
    ],
    [
      ["codegrove", "check", "--root", "s"],
      ["src", "sub folder"],
    ],
    [["codegrove", "find_definition", "A", "ot"], ["other.txt"]],
    [
      ["codegrove", "cache", ""],
      ["show", "clear"],
    ],
    [["codegrove", "index", "me"], ["merge"]],
    [["codegrove", "index", "o"], ["other.txt"]],
    [["codegrove", "index", "src", "me"], []],
    [["codegrove", "completion", "f"], ["fish"]],
    [
      ["codegrove", "help", "check"],
      ["check", "check_file"],
    ],
    [["codegrove", "init", "--client", "cur"], ["cursor"]],
    [["codegrove", "--color", "n"], ["never"]],
    [["codegrove", "version", ""], []],
  ];
  let offered: readonly (readonly string[])[] = [];

  beforeAll(() => {
    const words = cases.flatMap(([line]) => [...line, ";"]);
    const args = ["--norc", "-c", completeInBash, "bash", scripts.bash ?? "", ...words];
    const { stdout, stderr } = spawnSync("bash", args, { cwd: folder, encoding: "utf8" });
    expect(stderr).toBe("");
    const answers = stdout.split(";\n");
    expect(answers.pop()).toBe("");
    offered = answers.map((answer) => answer.split("\n").filter((line) => line !== ""));
    expect(offered).toHaveLength(cases.length);
  });

  // What is offered for the last of these words, as readline splits a command line.
  test.each(cases.map(([words, expected], place) => [words, expected, place] as const))(
    "%j: %j",
    (_words, expected, place) => {
      expect([...(offered[place] ?? [])].sort()).toEqual([...expected].sort());
    },
  );
});

describe.skipIf(isLeftOut("fish"))("fish", () => {
  test.each([
    ["codegrove list_s", ["list_symbols"]],
    ["mcp_stdio_server cac", ["cache"]],
    ["codegrove list_symbols --det", ["--detail"]],
    ["codegrove list_symbols --detail ", ["full", "names", "signatures"]],
    ["codegrove list_symbols --no-ne", ["--no-nested"]],
    ["codegrove check --format s", ["sarif"]],
    ["codegrove check src/", ["src/a b.py", "src/plain.py"]],
    ["codegrove find_classes --root s", ["src/", "sub folder/"]],
    ["codegrove cache ", ["clear", "show"]],
    ["codegrove index me", ["merge"]],
    ["codegrove index oth", ["other.txt"]],
    ["codegrove find_classes --http", []],
  ])("%j: %j", (line, expected) => {
    const { stdout, stderr } = spawnSync(
      "fish",
      ["--no-config", "-c", "source $argv[1]; complete -C $argv[2]", scripts.fish ?? "", line],
      {
        cwd: folder,
        encoding: "utf8",
      },
    );
    expect(stderr).toBe("");
    const words = stdout.split("\n").filter((word) => word !== "");
    expect(words.map((word) => word.split("\t")[0]).sort()).toEqual([...expected].sort());
  });
});

/** Types lines into zsh on a terminal of its own, each with Tab behind it, and appends what they became to a file. */
const typeIntoZsh = String.raw`
  zmodload zsh/zpty
  zpty shell zsh -f -i
  zpty -w shell 'autoload -U compinit && compinit -u -D; source '$1
  zpty -w shell 'report() { zle complete-word; print -r -- "$BUFFER" >> '$2'; BUFFER= }; zle -N report; bindkey "^I" report'
  typeset -i lines=0
  for line in "$@[3,-1]"; do
    zpty -w -n shell "$line"$'\t'
    lines+=1
    repeat 400 { [[ -e $2 && $(wc -l < $2) -ge $lines ]] && break; zpty -r -t shell text; sleep 0.05 }
  done
`;

describe.skipIf(isLeftOut("zsh"))("zsh", () => {
  const cases = [
    ["codegrove list_sy", "codegrove list_symbols "],
    ["mcp_stdio_server ini", "mcp_stdio_server init "],
    ["codegrove --log-level err", "codegrove --log-level error "],
    ["codegrove list_symbols --det", "codegrove list_symbols --detail "],
    ["codegrove list_symbols --detail sig", "codegrove list_symbols --detail signatures "],
    ["codegrove list_symbols --kinds class,meth", "codegrove list_symbols --kinds class,method,"],
    ["codegrove check --format sa", "codegrove check --format sarif "],
    ["codegrove check src/pl", "codegrove check src/plain.py "],
    ["codegrove find_classes --root sub", "codegrove find_classes --root sub\\ folder/"],
    ["codegrove index mer", "codegrove index merge "],
    ["codegrove index oth", "codegrove index other.txt "],
    ["codegrove completion f", "codegrove completion fish "],
    ["codegrove help get_cl", "codegrove help get_class_hierarchy "],
  ] as const;

  test("completes commands, flags, values and paths", () => {
    const typed = join(temporaryFolder(), "typed");
    const args = ["-c", typeIntoZsh, "zsh", scripts.zsh ?? "", typed, ...cases.map(([line]) => line)];
    const { stderr } = spawnSync("zsh", args, { cwd: folder, encoding: "utf8", timeout: 50_000 });
    expect(stderr).toBe("");
    const lines = readFileSync(typed, "utf8").split("\n").slice(0, -1);
    expect(lines.map((line) => line.trimEnd())).toEqual(cases.map(([, line]) => line.trimEnd()));
  });
});
