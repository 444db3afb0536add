/**
 * Characters that readers do not see, or that change what they see of others: bidirectional marks (Trojan Source,
 * CVE-2021-42574), zero-width characters but the joiners of scripts and emoji, tags (U+E0000 to U+E007F), in which text can be
 * hidden from people and not from models, line and paragraph separators, C1 controls, and halves of surrogate pairs.
 */
const hidden =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}|[\u{e0000}-\u{e007f}]/gu;

/** Returns a text in which hidden characters are escaped as in JSON: `\u202e`, and as two of them those past U+FFFF. */
export function withVisible(text: string): string {
  return text.replace(hidden, escapedUnits);
}

/** Returns the UTF-16 code units of a text, each as JSON escapes it. */
export function escapedUnits(text: string): string {
  return Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, "0")}`).join(
    "",
  );
}
