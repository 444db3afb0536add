/** The hooks of `codegrove hook`: at the start of a session, at a search for text, and after an edit. */
export const hookNames = ["session", "search", "edit"] as const;

export type HookName = (typeof hookNames)[number];
