import type { FlatTree } from "../flat/flat-tree.ts";

/** Captures by turns with their nodes. */
export type Found = readonly number[];

/** A condition on the captures of a match. */
export type Predicate = (found: Found, tree: FlatTree, text: string) => boolean;
