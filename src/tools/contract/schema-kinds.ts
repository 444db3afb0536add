/**
 * The form of listed schemas: `reference`, as reference and JSON Schema have them; `plain`, in the subset that every
 * API for models takes; `auto`, plain for clients that need it.
 */
export const schemaKinds = ["auto", "reference", "plain"] as const;

export type SchemaKind = (typeof schemaKinds)[number];
