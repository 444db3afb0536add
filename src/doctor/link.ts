/** The way to a server that is tested: a process with its stdin and stdout, or an address over HTTP. */
export type Link = {
  /**
   * Sends a request, and returns the result of its response.
   *
   * @throws UserError with the reason why there is none; its details may have `fix`
   */
  readonly ask: (method: string, params: Message) => Promise<Message>;
  /** Sends a notification without parameters. */
  readonly tell: (method: string) => Promise<void>;
  /** Ends the process or the session. Never fails. */
  readonly close: () => Promise<void>;
  /** Returns what is to be said of the server, whether it answers or not. */
  readonly notes: () => LinkNotes;
};

/** An object of JSON. */
export type Message = Readonly<Record<string, unknown>>;

export type LinkNotes = {
  /** Things that some clients do not accept, as sentences. */
  readonly warnings: readonly string[];
  /** The end of what the server has written to stderr; empty for nothing. */
  readonly stderr: string;
};
