/** Facts about the process that runs the program. Only `src/app` touches the process itself. */
export type Host = {
  /** The environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The numeric id of the user; undefined on Windows, which has none. */
  readonly uid: number | undefined;
  /** The version of Node, such as `v20.19.0`. */
  readonly nodeVersion: string;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
};
