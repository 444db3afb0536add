import { recordOf } from "../base/record.ts";

/**
 * Returns the settings that differ, by what a user sets them with.
 *
 * @param one the settings of facts, as JSON
 */
export function differentSettings(one: string, other: string): readonly string[] {
  const [theirs, ours] = [settingsIn(one), settingsIn(other)];
  return [...new Set([...Object.keys(theirs), ...Object.keys(ours)])]
    .filter((key) => JSON.stringify(theirs[key]) !== JSON.stringify(ours[key]))
    .map((key) => settingNames[key] ?? key);
}

const settingNames: Readonly<Record<string, string>> = {
  maxFileBytes: "MAX_FILE_SIZE",
  projectMacros: "macros of the configuration",
  elidesBodies: "--no-elision",
  masksMacros: "--no-macro-masking",
};

function settingsIn(json: string): Readonly<Record<string, unknown>> {
  try {
    return recordOf(JSON.parse(json));
  } catch {
    return {};
  }
}
