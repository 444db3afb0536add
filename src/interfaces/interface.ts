/** The interface of a file. */
export type InterfaceOptions = {
  readonly includePrivate: boolean;
  readonly includeComments: boolean;
  /** True for a file that no other one includes, such as `.cpp`. */
  readonly isSource: boolean;
};

/** The interface of a file as code of its language. */
export type Interface = {
  readonly text: string;
  /** The number of bodies of functions in it, by the reason. */
  readonly kept: ReadonlyMap<string, number>;
  /** True when the file declares nothing. */
  readonly isEmpty: boolean;
};
