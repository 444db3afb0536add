/**
 * The hooks of codegrove in the settings of a client. Input: the text of the file, and the hooks by their events; output: the text with
 * them. All else stays as it is written.
 */
import { UserError } from "../../base/errors.ts";
import { isObject } from "../../base/is-object.ts";
import type { HookName } from "../hooks/hook-names.ts";
import { withItem, withMemberAt } from "./json-entry.ts";

/** A hook at an event of a client. */
export type Hook = {
  readonly event: string;
  /** The tools of the client that the event is about; undefined for an event without tools. */
  readonly matcher?: string;
  readonly name: HookName;
};

/** The key of the object of events. */
const key = "hooks";

/**
 * Returns a text of JSON with hooks. An event that already runs the command of a hook stays, whatever else it has.
 *
 * @param text without a byte order mark; empty for a file that is not there
 * @throws UserError when the text is not JSON, or the hooks have no place in it
 */
export function withHooks(text: string, hooks: readonly Hook[], parse: (text: string) => unknown): string {
  return hooks.reduce((changed, { event, matcher, name }) => {
    const command = `codegrove hook ${name}`;
    const group = { ...(matcher !== undefined && { matcher }), hooks: [{ type: "command", command }] };
    const file = changed.trim() === "" ? {} : parse(changed);
    if (!isObject(file)) throw new UserError("it holds no object");
    const events = file[key] ?? {};
    if (!isObject(events)) throw new UserError(`its ${key} is not an object`);
    const groups = events[event];
    if (groups === undefined) return withMemberAt(changed, { key, name: event }, [group]);
    if (!Array.isArray(groups)) throw new UserError(`its ${key}.${event} is not a list`);
    return runs(groups, command) ? changed : withItem(changed, { key, name: event }, group);
  }, text);
}

/** True if a group of hooks runs a command. */
function runs(groups: readonly unknown[], command: string): boolean {
  const hooks = groups
    .filter(isObject)
    .flatMap((group): readonly unknown[] => (Array.isArray(group.hooks) ? group.hooks : []));
  return hooks.filter(isObject).some((hook) => hook.command === command);
}
