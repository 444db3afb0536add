/** The shells whose words `codegrove completion` completes. */
export type Shell = "bash" | "fish" | "zsh";

export const shells: readonly Shell[] = ["bash", "zsh", "fish"];
