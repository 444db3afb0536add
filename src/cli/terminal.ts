/**
 * The abilities of the terminal. Input: the choice of colours, the environment, and whether the output is a terminal; output: whether
 * lines are for people, and whether they may have colours and links.
 */

/** The use of colours: as the terminal and the environment say, or in any case. */
export type ColorChoice = "always" | "auto" | "never";

export const colorChoices: readonly ColorChoice[] = ["auto", "always", "never"];

type Environment = Readonly<Record<string, string | undefined>>;

/** The abilities of what is written to. */
export type Terminal = {
  /** True for lines that a person reads: aligned, and as a tree where they are one. */
  readonly isForPeople: boolean;
  readonly hasColor: boolean;
  /** True when paths may be links. */
  readonly hasLinks: boolean;
};

/**
 * Returns the abilities of what is written to: the flag decides before the environment, and that before the terminal.
 * NO_COLOR counts with any value but an empty one (https://no-color.org), and before FORCE_COLOR.
 */
export function terminalOf(choice: ColorChoice, env: Environment, isTerminal: boolean): Terminal {
  const hasColor = isColored(choice, env, isTerminal);
  return {
    isForPeople: isTerminal || hasColor,
    hasColor,
    hasLinks: isTerminal && hasColor && showsLinks(env),
  };
}

/** True for a terminal that cannot move its cursor. */
export function isDumb(env: Environment): boolean {
  return env.TERM === "dumb";
}

function isColored(choice: ColorChoice, env: Environment, isTerminal: boolean): boolean {
  if (choice !== "auto") return choice === "always";
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  return isTerminal && !isDumb(env);
}

/** The first version of VTE, times 100, in which links work: 0.50.0 crashes over them. */
const firstLinkingVte = 5001;

/** Programs that know links, by TERM_PROGRAM. */
const linkingPrograms: ReadonlySet<string> = new Set([
  "ghostty",
  "Hyper",
  "iTerm.app",
  "rio",
  "Tabby",
  "vscode",
  "WezTerm",
]);

/** Terminals that know links, by TERM. */
const linkingTerms: ReadonlySet<string> = new Set([
  "alacritty",
  "contour",
  "foot",
  "wezterm",
  "xterm-ghostty",
  "xterm-kitty",
]);

/**
 * True for terminals that know links (https://github.com/Alhadis/OSC8-Adoption). A terminal cannot be asked, and one that does
 * not know them may show them as text. The package supports-hyperlinks reads the flags and variables of the process, and so
 * would decide on its own what --color has decided.
 */
function showsLinks(env: Environment): boolean {
  if (env.FORCE_HYPERLINK) return env.FORCE_HYPERLINK !== "0";
  // Multiplexers before some version drop links, or break at them, whatever the terminal around them knows.
  if (isDumb(env) || env.TMUX || env.TERM?.startsWith("screen")) return false;
  return (
    linkingTerms.has(env.TERM ?? "") ||
    linkingPrograms.has(env.TERM_PROGRAM ?? "") ||
    Boolean(env.WT_SESSION || env.KONSOLE_VERSION || env.DOMTERM) ||
    Number(env.VTE_VERSION ?? 0) >= firstLinkingVte
  );
}
