/**
 * Kinds of files with code near a known language that its grammar cannot read: they are counted in `skipped`. Of 187 files of
 * Cython, 180 have syntax errors as Python.
 */
export const unreadKinds = ["cython", "notebook", "objective_cpp"] as const;

export type UnreadKind = (typeof unreadKinds)[number];
