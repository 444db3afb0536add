type Mutate = (line: string, random: () => number) => string;

const strange = [
  "\\ud800",
  "\u0000",
  "\\u0000",
  "1e999",
  "-0",
  "9007199254740993",
  "null",
  "{}",
  "[]",
  '"',
  "\\",
  "é😀",
];

const mutations: readonly Mutate[] = [
  (line, random) => line.slice(0, at(line, random)),
  (line, random) => {
    const place = at(line, random);
    return line.slice(0, place) + String.fromCharCode(32 + Math.floor(random() * 95)) + line.slice(place + 1);
  },
  (line, random) => {
    const place = at(line, random);
    return line.slice(0, place) + strange[Math.floor(random() * strange.length)] + line.slice(place);
  },
  (line, random) => {
    const [from, to] = [at(line, random), at(line, random)].sort((a, b) => a - b);
    return line.slice(0, from) + line.slice(to);
  },
  (line, random) => {
    const value = strange[Math.floor(random() * strange.length)] ?? "";
    return line.replace(/"(?:[^"\\]|\\.)*"(?=[,}])/g, (text) => (random() < 0.3 ? value : text));
  },
  (line, random) => {
    const depth = 10 ** Math.ceil(random() * 4);
    return line.replace(/:\{/, `:{"deep":${"[".repeat(depth)}${"]".repeat(depth)},`);
  },
];

/** A line with one to three of its parts changed, in a way that JSON's makers did not think of. */
export function mutated(line: string, random: () => number): string {
  let changed = line;
  for (let left = Math.ceil(random() * 3); left > 0; left--) {
    const mutate = mutations[Math.floor(random() * mutations.length)];
    if (mutate !== undefined) changed = mutate(changed, random);
  }
  return changed.replaceAll("\n", " ").replaceAll("\r", " ");
}

function at(line: string, random: () => number): number {
  return Math.floor(random() * line.length);
}

/**
 * What a line must be answered with: its id; null where none can be told; undefined for no answer at all, which
 * notifications, responses and blank lines get.
 */
export function answeredId(line: string): string | number | null | undefined {
  const text = line.replace(/^\uFEFF/, "").trim();
  if (text === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { id, method, result, error } = Object(value);
  if (!("id" in value)) return typeof method === "string" ? undefined : null;
  if (method === undefined && (result !== undefined || error !== undefined)) return undefined;
  if (typeof id === "string") return id;
  // JSON has no way to write that a zero is negative.
  return Number.isSafeInteger(id) ? id + 0 : null;
}
