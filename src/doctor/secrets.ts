/** The text that replaces a secret. */
const mask = "***";

/** Characters of the shortest value that is masked: shorter ones, such as `1` or `true`, are parts of other words. */
const leastSecretChars = 6;

/** Parts of names whose values are secrets. */
const secretWords = "token|key|secret|passw|passphrase|auth|credential|cookie|session|bearer";

/** Matches names of variables, flags and headers whose values are secrets. */
const secretName = new RegExp(`${secretWords}|header`, "i");

/** Matches a name that says that a secret follows, and its value, in a word such as a line of a shell. */
const innerSecret = new RegExp(String.raw`([\w.-]*(?:${secretWords})[\w.-]*=)[^\s;&'"]+`, "gi");

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables whose names look like secrets, and whose values may be shown. */
const known: ReadonlySet<string> = new Set(["SESSION_MANAGER", "SSH_AUTH_SOCK", "XDG_SESSION_ID"]);

/** Returns the values of variables that seem to be secrets. */
export function secretsIn(env: Environment): readonly string[] {
  return Object.entries(env).flatMap(([name, value = ""]) =>
    secretName.test(name) && !known.has(name) ? [value] : [],
  );
}

/** Returns a text with `***` instead of each secret. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const long = secrets.filter(({ length }) => length >= leastSecretChars).sort((a, b) => b.length - a.length);
  return long.reduce((masked, secret) => masked.replaceAll(secret, mask), text);
}

/** Returns the words of a command, with `***` for values after a name that says that they are secrets. */
export function maskedWords(words: readonly string[]): readonly string[] {
  return words.map((word, at) => {
    const before = words[at - 1] ?? "";
    if (/^-/.test(before) && !before.includes("=") && secretName.test(before)) return mask;
    if (/^https?:\/\//i.test(word)) return maskedAddress(word);
    const [, header = ""] = /^([\w-]+):/.exec(word) ?? [];
    if (before === "-H" || secretName.test(header)) return `${header}: ${mask}`;
    const [, name = "", value = ""] = /^(-{0,2}[\w.-]+=)([\s\S]*)$/.exec(word) ?? [];
    return value !== "" && secretName.test(name) ? name + mask : word.replace(innerSecret, `$1${mask}`);
  });
}

function maskedAddress(word: string): string {
  return isPlainAddress(word) ? word : URL.canParse(word) ? maskedUrl(new URL(word)) : mask;
}

/** True for an address without a user, a query and a fragment. */
export function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return [username, password, search, hash].every((part) => part === "");
}

/** Returns the parts of an address that may be secrets: its user, the values of its query, its fragment, and itself if it has any. */
export function secretsInAddress(text: string): readonly string[] {
  if (isPlainAddress(text) || !URL.canParse(text)) return [];
  const { username, password, search, searchParams, hash } = new URL(text);
  return [text, username, password, search, hash, ...searchParams.values()];
}

/** Returns an address without its user, its query and its fragment. */
export function maskedUrl(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}
