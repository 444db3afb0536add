/**
 * The methods of MCP, each with its handler, in both eras of the protocol. Input: a method with its parameters; output:
 * its result, or the error with its code. tools/call is answered here, the others in files of their own.
 */
import { cutError } from "../answers/cut-error.ts";
import { messageOf, UserError } from "../base/errors.ts";
import { jsonText } from "../base/escape/json.ts";
import { isObject } from "../base/is-object.ts";
import { imageOfAnswer, leastAnswerChars, readAheadAfterMs } from "../base/limits.ts";
import type { Log } from "../base/log.ts";
import type { IndexedCall } from "../engine/call.ts";
import type { Engine } from "../engine/engine.ts";
import { type Format, measureOf } from "../formats/format.ts";
import { defaultFormat, loadFormat } from "../formats/index.ts";
import type { AnsweredCall } from "../stats/session-stats.ts";
import type { SchemaKind } from "../tools/contract/schema-kinds.ts";
import { answeringTool, loadTool } from "../tools/index.ts";
import { boundedAnswer } from "./bounded-answer.ts";
import { ChangeFeed } from "./change-feed.ts";
import type { ClientRoots } from "./client-roots.ts";
import type { CompletionContext } from "./completion.ts";
import { serverIcons } from "./icons.ts";
import type { Params, RequestId } from "./message.ts";
import { refuseCursor } from "./pages.ts";
import { needsPlainSchemas } from "./plain-schemas.ts";
import { type Notify, progressOf, sinkWith } from "./progress.ts";
import { invalidParams, RpcError, rpcCodes } from "./rpc-error.ts";
import { mcpLogLevelOf, mcpLogLevels, type Session } from "./session.ts";
import { unknownTool } from "./unknown-tool.ts";
import {
  checkModern,
  clientCapabilitiesOf,
  clientNameOf,
  discovery,
  type Era,
  eraOf,
  legacyVersions,
  modernError,
  modernResult,
} from "./versions.ts";
import { isCallOfView, showsViews, viewMetaOf } from "./views.ts";

export type RouterOptions = {
  readonly engine: Engine;
  /** The names of the tools that are served, in the order of tools/list. */
  readonly toolNames: readonly string[];
  /** True if calls may edit files. */
  readonly mayEdit: boolean;
  /** The settings and their sources: the text of workspace://config. */
  readonly configuration: Params;
  readonly log: Log;
  readonly serverInfo: { readonly name: string; readonly version: string };
  /** The form of answers. */
  readonly format: Format;
  /** The form of arguments in tools/list. */
  readonly schemas: SchemaKind;
  /** Called with each answer of a tool; undefined if nobody counts them. */
  readonly onAnswer?: ((call: AnsweredCall) => void) | undefined;
};

/** The context of a request. */
type RequestContext = {
  /** The id that the client sent. */
  readonly id: RequestId;
  /** Aborts when the client cancels. */
  readonly signal: AbortSignal;
  /** Sends a notification that belongs to the request. */
  readonly notify: Notify;
  readonly session: Session;
};

export type Router = (method: string, params: Params, context: RequestContext) => Promise<Params>;

type Handler = (params: Params, context: RequestContext) => Params | Promise<Params>;

type Method = {
  /** The era of the method; undefined for both. */
  readonly era?: Era;
  readonly handle: Handler;
};

/** Pairs tools with questions, and explains once the arguments that tools/list does not describe. */
const instructions =
  "Structure → codegrove; regular expressions over text, logs → grep. Learn a file or a folder: list_symbols. No name known: " +
  "search_code. Where is X: find_definition (detail full: its source). Who uses X, or a text such as an option: " +
  "find_references (group_by caller: callers; detail full: code); its mentions are lines of Makefiles, documents. Several names: symbols. Lines of " +
  "any file: get_file_summary (lines). Before changing X: get_symbol_context. Its type: get_symbol_info. Subclasses, " +
  "overrides: get_class_hierarchy. Includes, imports, calls: get_dependency_graph. After editing: check_file. A diff or a " +
  "commit, tests to run: get_changes. Renames: rename_symbol. Code by shape, rewrites: find_pattern; else execute_query, with " +
  "node names of get_syntax_tree. No build or index step is needed. symbol is a name or the end of a qualified one " +
  "(Shape::area); #2 picks the second of several. filepath is a file, an array, a directory or a glob; no_ignore also reads " +
  "files that ignore rules leave out. All take unsaved text as source, with its language if no filepath tells it. Lines and " +
  "columns count from 1. Answers tell counts, `skipped`, `truncated` and `next_cursor`: go on with cursor set to it, or " +
  "narrow; max_results bounds rows of an answer, or files of a batch, max_chars its characters.";

/** The capabilities in both eras. */
const capabilities = {
  completions: {},
  prompts: {},
  resources: { subscribe: true, listChanged: true },
  tools: {},
  extensions: { "io.modelcontextprotocol/skills": {} },
};

const legacyCapabilities = { logging: {}, ...capabilities };

// Loaded on demand, so that a one-line call starts fast.
const resources = () => import("./resources.ts");
const prompts = () => import("./prompts.ts");
const skills = () => import("./skills.ts");
const subscriptions = () => import("./subscriptions.ts");

/** Methods that are answered from the files of the workspace: they wait until its roots are known. */
const readsFiles: ReadonlySet<string> = new Set([
  "tools/call",
  "resources/list",
  "resources/read",
  "resources/subscribe",
  "subscriptions/listen",
  "prompts/get",
  "completion/complete",
]);

/**
 * Creates the router of methods. The message of an RpcError is the answer, word for word.
 *
 * @param roots the roots that the client names; undefined for a server that has its own
 */
export function createRouter(given: RouterOptions, roots?: ClientRoots): Router {
  const { serverInfo } = given;
  /** The options with the engine for the client's roots. */
  const current = (): RouterOptions => {
    if (roots === undefined) return given;
    const { engine, folders, warnings: ofRoots } = roots;
    const { warnings } = given.configuration;
    const all = [...(Array.isArray(warnings) ? warnings : []), ...ofRoots];
    const own = { ...given.configuration, ...(ofRoots.length > 0 && { warnings: all }) };
    if (folders === undefined) return { ...given, configuration: own };
    return { ...given, engine, configuration: { ...own, roots: { value: folders, source: "client" } } };
  };
  const about = (params: Params, { signal, notify }: RequestContext) => ({
    ...current(),
    signal,
    progress: progressOf(params, signal, notify),
  });
  /** The results of tools/list by the form of schemas and whether views are linked, cached since schemas take long. */
  const toolLists = new Map<string, Promise<Params>>();
  const connect = async (send: Notify) =>
    (await import("./server.ts")).connectServer(serverInfo, legacyCapabilities, send);
  const feed = new ChangeFeed(() => current().engine.project, given.log);
  let pause: NodeJS.Timeout | undefined;
  /** A session without a call soon has its code read. Roots of the client that come later have it read then. */
  const readAhead = () => {
    clearTimeout(pause);
    const read = () => current().engine.readAhead();
    const failed = (error: unknown) => given.log("warn", "code is not read ahead", { reason: messageOf(error) });
    pause = setTimeout(() => void read().catch(failed), readAheadAfterMs).unref();
  };
  if (roots !== undefined) {
    roots.onChange = () => {
      feed.restart();
      readAhead();
    };
  }
  const legacy: Readonly<Record<string, Handler>> = {
    initialize: (params, { session }) => {
      session.clientName = isObject(params.clientInfo) ? params.clientInfo.name : undefined;
      session.clientCapabilities = params.capabilities;
      // After the answer: a call is likely to follow.
      setImmediate(() => current().engine.warmUp());
      readAhead();
      roots?.declare(params.capabilities);
      return initialize(params, given);
    },
    ping: () => ({}),
    "logging/setLevel": async (params, { session }) => {
      await session.open(connect);
      return setLogLevel(params, session);
    },
    "resources/subscribe": async (params, context) => {
      await context.session.open(connect);
      return (await subscriptions()).subscribe(params, about(params, context), context.session, feed);
    },
    "resources/unsubscribe": async (params, { session }) => (await subscriptions()).unsubscribe(params, session),
  };
  const modern: Readonly<Record<string, Handler>> = {
    "server/discover": () => {
      readAhead();
      return discovery(capabilities, instructions);
    },
    "subscriptions/listen": async (params, context) =>
      (await subscriptions()).serveListen(params, { ...about(params, context), ...context }, context.session, feed),
  };
  const both: Readonly<Record<string, Handler>> = {
    "tools/list": (params, { session }) => {
      refuseCursor(params.cursor);
      const isPlain = hasPlainSchemas(given.schemas, clientNameOf(params) ?? session.clientName);
      const hasViews = showsViews(clientCapabilitiesOf(params) ?? session.clientCapabilities);
      const key = `${isPlain} ${hasViews}`;
      const list = toolLists.get(key) ?? listTools(given, isPlain, hasViews);
      toolLists.set(key, list);
      return list;
    },
    "tools/call": (params, context) => callTool(params, context, current()),
    "resources/list": async (params, context) => (await resources()).listResources(params, about(params, context)),
    "resources/templates/list": async (params) => (await resources()).listTemplates(params),
    "resources/read": async (params, context) => (await resources()).readResource(params, about(params, context)),
    "skills/list": async (params) => (await skills()).listSkills(params),
    "skills/get": async (params) => (await skills()).getSkill(params),
    "prompts/list": async (params) => (await prompts()).listPrompts(params),
    "prompts/get": async (params, { signal }) => {
      const { engine } = current();
      return (await prompts()).getPrompt(params, engine, signal, engine.maxCharsOf({}));
    },
    "completion/complete": (params, context) => completeArgument(params, about(params, context)),
  };
  const methods: ReadonlyMap<string, Method> = new Map([
    ...Object.entries(legacy).map(([name, handle]): [string, Method] => [name, { era: "legacy", handle }]),
    ...Object.entries(modern).map(([name, handle]): [string, Method] => [name, { era: "modern", handle }]),
    ...Object.entries(both).map(([name, handle]): [string, Method] => [name, { handle }]),
  ]);
  const answer: Router = async (method, params, context) => {
    const known = methods.get(method);
    if (known === undefined || (known.era ?? eraOf(params)) !== eraOf(params)) {
      throw new RpcError(rpcCodes.methodNotFound, `Method not found: ${method}`);
    }
    try {
      if (roots === undefined || !readsFiles.has(method)) return await known.handle(params, context);
      return await roots.use(async () => known.handle(params, context));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw new RpcError(rpcCodes.internalError, error.message, error.details);
    }
  };
  return async (method, params, context) => {
    try {
      if (eraOf(params) === "legacy") return await answer(method, params, context);
      checkModern(params);
      const info = method === "server/discover" ? { ...serverInfo, icons: serverIcons() } : serverInfo;
      return modernResult(method, await answer(method, params, context), info);
    } catch (error) {
      throw boundedError(eraOf(params) === "legacy" ? error : modernError(error));
    }
  };
}

/** Returns an error whose texts, which can repeat what a client has sent, are cut to the least limit of an answer. */
function boundedError(error: unknown): unknown {
  if (!(error instanceof RpcError)) return error;
  const { code, message, data } = error;
  const lengthOf = (value: object) => jsonText(value).length;
  if (lengthOf({ message, data }) <= leastAnswerChars) return error;
  const failure = { error: message, details: isObject(data) ? data : {} };
  const cut = cutError(failure, { maxChars: leastAnswerChars, charsOf: lengthOf });
  return new RpcError(code, cut.error, cut.details);
}

function initialize({ protocolVersion: asked }: Params, { serverInfo }: RouterOptions): Params {
  const [oldest, , , newest] = legacyVersions;
  const requested = asked === undefined ? oldest : asked;
  const protocolVersion = legacyVersions.find((version) => version === requested) ?? newest;
  return {
    protocolVersion,
    capabilities: legacyCapabilities,
    // Earlier revisions have no icons.
    serverInfo: protocolVersion === newest ? { ...serverInfo, icons: serverIcons() } : serverInfo,
    instructions,
  };
}

function hasPlainSchemas(schemas: SchemaKind, clientName: unknown): boolean {
  return schemas === "plain" || (schemas === "auto" && needsPlainSchemas(clientName));
}

async function listTools(
  { toolNames, engine, mayEdit }: RouterOptions,
  isPlain: boolean,
  hasViews: boolean,
): Promise<Params> {
  const { listedTools } = await import("./listed-tools.ts");
  const tools = await listedTools(toolNames, resultSizeMeta(engine.maxResultChars), mayEdit, isPlain);
  if (!hasViews) return { tools };
  return {
    tools: tools.map((tool) => {
      const view = viewMetaOf(tool.name);
      return view === undefined ? tool : { ...tool, _meta: { ...tool._meta, ...view } };
    }),
  };
}

/** The characters past which Claude Code moves a result into a file, and the most that a tool may raise them to. */
const defaultResultSizeChars = 50_000;
const maxResultSizeChars = 500_000;

/** Returns the part of each tool's `_meta` for answers that may be larger than Claude Code takes by default. */
function resultSizeMeta(maxResultChars: number): Params {
  const sizeChars = maxResultChars === 0 ? maxResultSizeChars : Math.min(maxResultChars, maxResultSizeChars);
  return sizeChars > defaultResultSizeChars ? { "anthropic/maxResultSizeChars": sizeChars } : {};
}

async function callTool(
  params: Params,
  context: RequestContext,
  { engine, toolNames, format: givenFormat, onAnswer }: RouterOptions,
): Promise<Params> {
  const isOfView = isCallOfView(params);
  const { name, arguments: input } = params;
  if (typeof name !== "string") throw invalidParams("name must be a string");
  if (input !== undefined && input !== null && !isObject(input)) throw invalidParams("arguments must be an object");
  const isServed = toolNames.includes(name);
  // The worker starts while the modules of the tool are loaded.
  if (isServed) engine.warmUpFor(input);
  const asked = isServed ? await loadTool(name) : undefined;
  if (asked === undefined) throw unknownTool(name, toolNames, eraOf(params));
  const tool = await answeringTool(asked, input);
  const { signal, notify } = context;
  const progress = progressOf(params, signal, notify);
  const format = isOfView ? await loadFormat(defaultFormat) : givenFormat;
  const writer = format.begin(tool, engine);
  const sink = sinkWith(progress, writer.file);
  const end = await engine
    .call(tool, input ?? {}, signal, sink, {
      measure: measureOf(format, tool, engine),
      ...(format.isReadByLine && { isReadByLine: true }),
      image: imageOfAnswer,
    })
    .finally(() => progress.stop?.());
  const { text, failed } = boundedAnswer(format, writer, end, engine.maxCharsOf(input));
  const content = [{ type: "text", text }, ...("answer" in end && !failed ? pictureOf(end) : [])];
  const isError = failed || ("nothingChecked" in end && end.nothingChecked);
  if (!isOfView) onAnswer?.({ tool: name, input, characters: text.length, failed: isError });
  return isError ? { content, isError } : { content };
}

/** The picture of an answer, as content after its text. */
function pictureOf({ drawing }: IndexedCall): readonly Params[] {
  if (drawing === undefined) return [];
  if ("svg" in drawing) return [{ type: "text", text: drawing.svg }];
  return [{ type: "image", data: Buffer.from(drawing.png).toString("base64"), mimeType: "image/png" }];
}

async function completeArgument(params: Params, context: CompletionContext): Promise<Params> {
  const { complete } = await import("./completion.ts");
  const { completersOfPrompt } = await prompts();
  return complete(params, context, completersOfPrompt);
}

function setLogLevel({ level }: Params, session: Session): Params {
  const known = mcpLogLevelOf(level);
  if (known === undefined) throw invalidParams(`level must be one of ${mcpLogLevels.join(", ")}`);
  session.logLevel = known;
  return {};
}
