import { fileURLToPath } from "node:url";

/** The small project that the API reference talks about; its requests run with this as cwd. */
export const referenceProject = fileURLToPath(new URL("../fixtures/reference/", import.meta.url));
