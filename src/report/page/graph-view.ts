/**
 * The view of get_dependency_graph in a client that shows MCP Apps, in the browser. Input: JSON-RPC messages of the client, with the
 * arguments of a call and its result; output: the picture of the same graph, which the view asks the server for through the client.
 */
import { showPicture } from "./picture-view.ts";

type Message = {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: Fields;
  readonly result?: Fields;
  readonly error?: Fields;
};
type Fields = { readonly [key: string]: unknown };

/** The revision of the extension. */
const protocolVersion = "2026-01-26";

const pending = new Map<number, (message: Message) => void>();
let requests = 0;

/** The arguments of the call; undefined until the client has told them. */
let asked: Fields | undefined;
let theme: unknown;

const status = document.querySelector("#status");
const picture = document.querySelector("#picture");
const reduced = document.querySelector<HTMLInputElement>("#reduced");

function send(message: Fields): void {
  window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
}

function request(method: string, params: Fields): Promise<Message> {
  const id = ++requests;
  return new Promise((done) => {
    pending.set(id, done);
    send({ id, method, params });
  });
}

function say(text: string): void {
  if (status !== null) status.textContent = text;
}

/** Asks for the picture of the call, and shows it. The answer of the call itself stays as it is, for the model. */
async function draw(): Promise<void> {
  if (asked === undefined) return;
  if ("to" in asked || "only" in asked) return say("This answer has no picture.");
  say("Drawing the picture …");
  const input = {
    ...asked,
    output_format: "svg",
    ...(reduced?.checked && { reduced: true }),
    ...((theme === "light" || theme === "dark") && { theme }),
  };
  const { result, error } = await request("tools/call", { name: "get_dependency_graph", arguments: input });
  const texts = textsOf(result);
  const svg = texts.find((text) => text.startsWith("<svg "));
  if (svg === undefined) return say(texts[0] ?? String(error?.message ?? "There is no picture."));
  if (picture !== null) showPicture(picture, svg);
  say("");
}

function textsOf(result: Fields | undefined): readonly string[] {
  const content: readonly unknown[] = Array.isArray(result?.content) ? result.content : [];
  return content.flatMap((part) => {
    const text = typeof part === "object" && part !== null && "text" in part ? part.text : undefined;
    return typeof text === "string" ? [text] : [];
  });
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The notifications of the client, each with its effect. */
const notifications: Readonly<Record<string, (params: Fields) => void>> = {
  "ui/notifications/tool-input": ({ arguments: input }) => {
    asked = fieldsOf(input);
    void draw();
  },
  "ui/notifications/host-context-changed": (context) => {
    if (context.theme === undefined || context.theme === theme) return;
    theme = context.theme;
    void draw();
  },
  "ui/notifications/tool-cancelled": () => say("The call was cancelled."),
};

window.addEventListener("message", ({ source, data }: MessageEvent<Message>) => {
  if (source !== window.parent || typeof data !== "object" || data === null) return;
  const { id, method, params = {} } = data;
  if (typeof method !== "string") {
    if (typeof id === "number") pending.get(id)?.(data);
    if (typeof id === "number") pending.delete(id);
  } else if (id === undefined) notifications[method]?.(params);
  // The view has nothing to save before it goes, and knows no other request.
  else if (method === "ui/resource-teardown" || method === "ping") send({ id, result: {} });
  else send({ id, error: { code: -32_601, message: `Method not found: ${method}` } });
});

reduced?.addEventListener("change", () => void draw());

new ResizeObserver(() => {
  const { scrollWidth: width, scrollHeight: height } = document.documentElement;
  send({ method: "ui/notifications/size-changed", params: { width, height } });
}).observe(document.body);

void request("ui/initialize", {
  protocolVersion,
  appInfo: { name: "codegrove", version: "1" },
  appCapabilities: {},
}).then(({ result }) => {
  theme = fieldsOf(result?.hostContext).theme;
  send({ method: "ui/notifications/initialized", params: {} });
});
