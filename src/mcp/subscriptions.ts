/**
 * Subscriptions to changes of resources: resources/subscribe, and subscriptions/listen of the modern era. Input: URIs;
 * output: notifications when a file changes, comes or goes.
 */
import { UserError } from "../base/errors.ts";
import { isObject } from "../base/is-object.ts";
import type { FileChange } from "../workspace/watch.ts";
import type { ChangeFeed } from "./change-feed.ts";
import type { Params, RequestId } from "./message.ts";
import type { Notify } from "./progress.ts";
import { fileContent, pathOf, queryContent } from "./resources.ts";
import { invalidParams, RpcError } from "./rpc-error.ts";
import type { Session } from "./session.ts";
import { subscriptionIdKey } from "./versions.ts";
import { type WorkspaceContext, workspaceResources } from "./workspace-resources.ts";

/** The subscriptions of a client: resources by URI, and the list of resources. */
type Interest = { readonly uris: ReadonlySet<string>; readonly list: boolean };

/**
 * Returns the result of resources/subscribe.
 *
 * @throws RpcError when there is no such resource, or its changes cannot be watched
 */
export async function subscribe(
  { uri }: Params,
  context: WorkspaceContext,
  session: Session,
  feed: ChangeFeed,
): Promise<Params> {
  const known = await checkWatchable(uri, context);
  session.subscribed.add(known);
  const interest = { uris: session.subscribed, list: true };
  try {
    await session.listen(() => listen(feed, interest, session.notify));
  } catch (error) {
    session.subscribed.delete(known);
    throw error;
  }
  return {};
}

/** Returns the result of resources/unsubscribe, also for a resource without a subscription. */
export function unsubscribe({ uri }: Params, session: Session): Params {
  if (typeof uri !== "string") throw invalidParams("uri must be a string");
  session.subscribed.delete(uri);
  if (session.subscribed.size === 0) session.stopListening();
  return {};
}

/**
 * Serves subscriptions/listen: notifies of changes until the client cancels, which throws, or the session ends.
 *
 * @returns the result, when the session ends
 */
export async function serveListen(
  { notifications }: Params,
  context: WorkspaceContext & { readonly id: RequestId; readonly notify: Notify },
  session: Session,
  feed: ChangeFeed,
): Promise<Params> {
  if (!isObject(notifications)) throw invalidParams("notifications must be an object");
  const { resourcesListChanged, resourceSubscriptions } = notifications;
  const uris = await watchableOf(resourceSubscriptions, context);
  const list = resourcesListChanged === true;
  const _meta = { [subscriptionIdKey]: context.id };
  const notify: Notify = (method, params) => context.notify(method, { ...params, _meta });
  const release = list || uris.size > 0 ? await listen(feed, { uris, list }, notify) : () => {};
  try {
    const honoured = {
      ...(list ? { resourcesListChanged: true } : {}),
      ...(uris.size > 0 ? { resourceSubscriptions: [...uris] } : {}),
    };
    notify("notifications/subscriptions/acknowledged", { notifications: honoured });
    await ended(context.signal, session.closed);
    return { _meta };
  } finally {
    release();
  }
}

async function watchableOf(uris: unknown, context: WorkspaceContext): Promise<ReadonlySet<string>> {
  if (uris === undefined) return new Set();
  if (!Array.isArray(uris)) throw invalidParams("resourceSubscriptions must be an array of URIs");
  const watchable = new Set<string>();
  for (const uri of uris) {
    try {
      watchable.add(await checkWatchable(uri, context));
    } catch (error) {
      // The acknowledgement names the watched ones.
      if (!(error instanceof RpcError)) throw error;
    }
  }
  return watchable;
}

async function checkWatchable(uri: unknown, { engine: { project }, signal }: WorkspaceContext): Promise<string> {
  if (typeof uri !== "string") throw invalidParams("uri must be a string");
  if (workspaceResources.some((resource) => resource.uri === uri)) return uri;
  if (uri.startsWith("queries://")) {
    queryContent(uri, project);
    return uri;
  }
  await fileContent(uri, project, signal);
  const files = await project.files(signal);
  if (files.some(({ path }) => path === pathOf(uri))) return uri;
  throw invalidParams(`${uri} is not watched: an ignore rule leaves it out`);
}

async function listen(feed: ChangeFeed, interest: Interest, notify: Notify): Promise<() => void> {
  try {
    return await feed.listen((changes) => notifyOf(changes, interest, notify));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw invalidParams([error.message, error.details.details].filter(Boolean).join(": "));
  }
}

function notifyOf(changes: readonly FileChange[], { uris, list }: Interest, notify: Notify): void {
  const comeAndGo = changes.some(({ kind }) => kind !== "changed");
  const changed = new Set(changes.map(({ path }) => path));
  if (list && comeAndGo) notify("notifications/resources/list_changed", {});
  for (const uri of uris) {
    const own = workspaceResources.find((resource) => resource.uri === uri);
    const isChanged = {
      contents: true,
      list: comeAndGo,
      nothing: false,
      itself: changed.has(pathOf(uri) ?? ""),
    }[own?.changesWith ?? "itself"];
    if (isChanged) notify("notifications/resources/updated", { uri });
  }
}

/** Resolves when the session ends; rejects when the request is cancelled. */
function ended(cancelled: AbortSignal, closed: AbortSignal): Promise<void> {
  cancelled.throwIfAborted();
  if (closed.aborted) return Promise.resolve();
  return new Promise((done, failed) => {
    cancelled.addEventListener("abort", () => failed(cancelled.reason), { once: true });
    closed.addEventListener("abort", () => done(), { once: true });
  });
}
