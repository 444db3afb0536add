import type { Place } from "../places.ts";

/** A place that speaks against a rename. */
export type Refusal = Place & { readonly reason: string };
