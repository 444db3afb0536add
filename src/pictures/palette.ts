/** Colours of a picture on a light or on a dark page. */
export type Palette = {
  readonly page: string;
  readonly text: string;
  /** Labels of groups and of edges. */
  readonly quiet: string;
  readonly node: string;
  readonly nodeLine: string;
  readonly groupLine: string;
  readonly edge: string;
  /** Nodes and edges of a cycle. */
  readonly cycle: string;
  readonly cycleLine: string;
};

/** GitHub's colours: text has a contrast of 7 to their background, lines one of 3. */
export const palettes = {
  light: {
    page: "#fff",
    text: "#1f2328",
    quiet: "#59636e",
    node: "#f6f8fa",
    nodeLine: "#59636e",
    groupLine: "#c8d1da",
    edge: "#6e7781",
    cycle: "#ffebe9",
    cycleLine: "#cf222e",
  },
  dark: {
    page: "#0d1117",
    text: "#f0f6fc",
    quiet: "#9198a1",
    node: "#1c2128",
    nodeLine: "#9198a1",
    groupLine: "#3d444d",
    edge: "#7d8590",
    cycle: "#3c1618",
    cycleLine: "#ff7b72",
  },
} as const satisfies Readonly<Record<string, Palette>>;
