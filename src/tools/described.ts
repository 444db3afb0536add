import type * as z from "zod";
import type { RowKind } from "../answers/rows.ts";

/** What is said about a tool of any kind. */
export type Described<Input> = {
  readonly name: string;
  readonly title: string;
  /** The purpose of the tool, and when to use another: 60 to 300 characters. */
  readonly description: string;
  /** The schema of the arguments. Each description is also the help of a flag. */
  readonly input: z.ZodType<Input> & { readonly shape: Readonly<Record<string, z.ZodType>> };
  /** The kind of the rows. */
  readonly kind: RowKind;
};
