/**
 * The protocol of MCP Apps as a view speaks it, in the browser. Input: JSON-RPC messages of the client that shows the view; output: what
 * its call was, its theme, and the answers to calls of tools that the view makes through it.
 */

type Message = {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: Fields;
  readonly result?: Fields;
  readonly error?: Fields;
};

/** An object of JSON whose values are not checked. */
export type Fields = { readonly [key: string]: unknown };

/** The functions that a view is called by. */
type Listener = {
  /** Called with the arguments of the call that the view belongs to. */
  readonly onInput: (input: Fields) => void;
  /** Called when the client has another theme than before. */
  readonly onTheme?: () => void;
  readonly onCancelled: () => void;
};

/** The client, as a view sees it. */
export type Host = {
  /** "light" or "dark" if the client has told it. */
  readonly theme: () => unknown;
  /** Returns the texts of a tool's answer, or the message of the error. */
  readonly call: (name: string, input: Fields) => Promise<readonly string[]>;
};

/** The revision of the extension. */
const protocolVersion = "2026-01-26";

/** In a call's `_meta`, has the answer as JSON, whatever the format of the server: see src/mcp/views.ts. */
const asJson = { "codegrove/format": "json" };

/** Connects a view with the client around it, and sends the client each new size of the view. */
export function connectHost({ onInput, onTheme, onCancelled }: Listener): Host {
  const pending = new Map<number, (message: Message) => void>();
  let requests = 0;
  let theme: unknown;

  const send = (message: Fields) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const request = (method: string, params: Fields) => {
    const id = ++requests;
    return new Promise<Message>((done) => {
      pending.set(id, done);
      send({ id, method, params });
    });
  };
  const setTheme = (told: unknown) => {
    if ((told !== "light" && told !== "dark") || told === theme) return false;
    theme = told;
    document.documentElement.style.colorScheme = told;
    return true;
  };

  /** The notifications of the client, each with its effect. */
  const notifications: Readonly<Record<string, (params: Fields) => void>> = {
    "ui/notifications/tool-input": ({ arguments: input }) => onInput(fieldsOf(input)),
    "ui/notifications/host-context-changed": (context) => {
      if (setTheme(context.theme)) onTheme?.();
    },
    "ui/notifications/tool-cancelled": onCancelled,
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

  new ResizeObserver(() => {
    const { scrollWidth: width, scrollHeight: height } = document.documentElement;
    send({ method: "ui/notifications/size-changed", params: { width, height } });
  }).observe(document.body);

  void request("ui/initialize", {
    protocolVersion,
    appInfo: { name: "codegrove", version: "1" },
    appCapabilities: {},
  }).then(({ result }) => {
    setTheme(fieldsOf(result?.hostContext).theme);
    send({ method: "ui/notifications/initialized", params: {} });
  });

  return {
    theme: () => theme,
    call: async (name, input) => {
      const { result, error } = await request("tools/call", { name, arguments: input, _meta: asJson });
      const texts = textsOf(result);
      return texts.length > 0 ? texts : [String(error?.message ?? "The client has not answered.")];
    },
  };
}

function textsOf(result: Fields | undefined): readonly string[] {
  return listOf(result?.content).flatMap((part) => {
    const { text } = fieldsOf(part);
    return typeof text === "string" ? [text] : [];
  });
}

/** Returns the fields of an object; of another value an empty object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Returns the entries of a list; of another value an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
