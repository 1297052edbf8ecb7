import type { Environment } from "@/lib/environment";
import { printJson } from "@/lib/json";
import type { ViewOrigins } from "@/lib/tools/mcp/view-hosts";
import {
  type RpcId,
  readViewMessage,
  type ViewDisplayMode,
  type ViewNotification,
  type ViewRequest,
} from "@/lib/tools/mcp/view-message";

/** The version of the protocol between a page and the app. */
const protocolVersion = "2026-01-26";

/** Limits of one page, until it is loaded again. */
export const viewLimits = {
  /** Maximum number of messages in a time window of `windowMs` milliseconds; then the page is closed. */
  messages: 1_500,
  windowMs: 10_000,
  /** Maximum total length of the messages in a time window, in characters; then the page is closed. */
  messageChars: 5_000_000,
  /** Maximum number of requests to the server, in all and at the same time. */
  calls: 50,
  parallelCalls: 5,
  /** Maximum total length of the server's results, in characters of JSON. */
  resultChars: 5_000_000,
  /** Maximum number of texts for the message box, and their maximum length in characters. */
  texts: 10,
  textChars: 8_000,
  /** Maximum number of texts for the model, and of links: each link asks the user. */
  contexts: 100,
  links: 10,
  /** Maximum time for a page to react to its end, in milliseconds. */
  closingMs: 500,
} as const;

/** The error code of a request that the app or the user rejects, as in the specification. */
const rejectedCode = -32000;

/** The error of a request that is not executed; its message is for the page. */
export class RejectedViewRequest extends Error {
  override readonly name = "RejectedViewRequest";
}

/** Environment of the page; all fields are optional. */
export type ViewContext = Readonly<Record<string, unknown>>;

/** The result of the call for which a page is shown. */
export type ViewOutcome =
  | { readonly type: "result"; readonly result: Readonly<Record<string, unknown>> }
  | { readonly type: "cancelled"; readonly reason: string };

interface ViewSessionOptions {
  readonly env: Pick<Environment, "now" | "delay">;
  /** Sends a JSON text to the page. */
  readonly send: (text: string) => void;
  /** The app's name and version. */
  readonly host: { readonly name: string; readonly version: string };
  /** The origins that the page may use. */
  readonly origins: ViewOrigins;
  readonly context: () => ViewContext;
  /** The arguments of the call; undefined if the page must not receive the call. */
  readonly input: Readonly<Record<string, unknown>> | undefined;
  /** Calls a tool of the page's server and returns the complete result. Throws RejectedViewRequest. */
  readonly callTool: (name: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<unknown>;
  /** Reads a resource of the page's server. Throws RejectedViewRequest. */
  readonly readResource: (uri: string, signal: AbortSignal) => Promise<unknown>;
  /** Asks the user whether a link may open. Throws RejectedViewRequest if it is not shown. */
  readonly openLink: (url: string) => void;
  /** Puts a text into the message box. */
  readonly addText: (text: string) => void;
  /** Replaces the text that goes to the model with the next message; an empty one removes it. */
  readonly setModelContext: (text: string) => void;
  readonly displayMode: () => ViewDisplayMode;
  /** Changes the display mode. Returns the mode afterwards. */
  readonly setDisplayMode: (mode: ViewDisplayMode) => Promise<ViewDisplayMode>;
  /** Called with the height of the page, in pixels as it reports them. */
  readonly onHeight: (height: number) => void;
  /** Called when the page has sent too many or too long messages; it is to be removed. */
  readonly onFlood: () => void;
}

/** The connection to a page, from its start to its removal. */
export interface ViewSession {
  /** Handles a message of the page. Never throws. */
  receive(text: unknown): void;
  /** Sends the result of the call, once the page is ready. Only the first one counts. */
  finish(outcome: ViewOutcome): void;
  /** Sends changes of the context. */
  changeContext(changed: ViewContext): void;
  /** Announces the end to the page, and waits a moment for its response. Running requests are aborted. */
  close(): Promise<void>;
}

/**
 * Creates the app's side of the connection to an interactive page. The page is untrusted: each of its messages is
 * validated, and their number and size are limited (docs/security.md#t912).
 * https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
 */
export function createViewSession(options: ViewSessionOptions): ViewSession {
  const { env, send } = options;
  const ending = new AbortController();
  let phase: "starting" | "initialized" | "ready" | "closed" = "starting";
  let modes: readonly ViewDisplayMode[] | undefined;
  let outcome: ViewOutcome | undefined;
  let windowStart = env.now();
  let received = 0;
  let receivedChars = 0;
  let calls = 0;
  let running = 0;
  let resultChars = 0;
  let texts = 0;
  let contexts = 0;
  let links = 0;
  let onClosed: (() => void) | undefined;

  const post = (message: object) => send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  const notify = (method: string, params: object) => post({ method, params });
  const respond = (id: RpcId, result: unknown) => {
    if (!ending.signal.aborted) post({ id, result });
  };
  const fail = (id: RpcId, code: number, message: string) => {
    if (!ending.signal.aborted) post({ id, error: { code, message } });
  };

  function isFlooding(text: unknown): boolean {
    const now = env.now();
    if (now - windowStart >= viewLimits.windowMs) {
      windowStart = now;
      received = 0;
      receivedChars = 0;
    }
    received += 1;
    receivedChars += typeof text === "string" ? text.length : 0;
    return received > viewLimits.messages || receivedChars > viewLimits.messageChars;
  }

  /** Runs a request to the server within the limits. */
  async function forward(request: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> {
    if (calls >= viewLimits.calls || running >= viewLimits.parallelCalls)
      throw new RejectedViewRequest("Too many requests");
    calls += 1;
    running += 1;
    try {
      const result = await request(ending.signal);
      resultChars += printJson(result)?.length ?? Number.POSITIVE_INFINITY;
      if (resultChars > viewLimits.resultChars) throw new RejectedViewRequest("The results are too long");
      return result;
    } finally {
      running -= 1;
    }
  }

  async function execute({ method, params }: ViewRequest): Promise<unknown> {
    switch (method) {
      case "ping":
        return {};
      case "ui/initialize":
        if (phase !== "starting") throw new RejectedViewRequest("Already initialized");
        phase = "initialized";
        modes = params.appCapabilities.availableDisplayModes;
        return initializeResult(options);
      case "tools/call":
        return forward((signal) => options.callTool(params.name, params.arguments ?? {}, signal));
      case "resources/read":
        return forward((signal) => options.readResource(params.uri, signal));
      case "ui/open-link":
        links += 1;
        if (links > viewLimits.links) throw new RejectedViewRequest("Too many links");
        options.openLink(params.url);
        return {};
      case "ui/message":
        texts += 1;
        if (texts > viewLimits.texts) throw new RejectedViewRequest("Too many messages");
        options.addText(limitedText(params.content));
        return {};
      case "ui/update-model-context":
        contexts += 1;
        if (contexts > viewLimits.contexts) throw new RejectedViewRequest("Too many messages");
        options.setModelContext(limitedText(contextText(params)));
        return {};
      case "ui/request-display-mode": {
        // A page that lists its modes is not switched to any other.
        const isListed = modes?.includes(params.mode) ?? true;
        return { mode: isListed ? await options.setDisplayMode(params.mode) : options.displayMode() };
      }
    }
  }

  async function answer(id: RpcId, request: ViewRequest): Promise<void> {
    if (phase === "starting" && request.method !== "ui/initialize" && request.method !== "ping")
      return fail(id, rejectedCode, "Not initialized");
    try {
      respond(id, await execute(request));
    } catch (thrown) {
      // The page learns nothing about errors of the app.
      fail(id, rejectedCode, thrown instanceof RejectedViewRequest ? thrown.message : "The request failed");
    }
  }

  function note({ method, params }: ViewNotification): void {
    if (method === "ui/notifications/size-changed") {
      if (params.height !== undefined) options.onHeight(params.height);
    } else if (phase === "initialized") {
      phase = "ready";
      if (options.input) notify("ui/notifications/tool-input", { arguments: options.input });
      if (outcome) sendOutcome(outcome);
    }
  }

  function sendOutcome(sent: ViewOutcome): void {
    if (sent.type === "result") notify("ui/notifications/tool-result", sent.result);
    else notify("ui/notifications/tool-cancelled", { reason: sent.reason });
  }

  return {
    receive(text) {
      if (phase === "closed" && !onClosed) return;
      if (isFlooding(text)) {
        if (phase === "closed") return;
        phase = "closed";
        ending.abort();
        options.onFlood();
        return;
      }
      const message = readViewMessage(text);
      if (message?.type === "response" && message.id === closingId) onClosed?.();
      if (!message || phase === "closed") return;
      if (message.type === "request") void answer(message.id, message.request);
      else if (message.type === "invalid") fail(message.id, message.code, message.message);
      else if (message.type === "notification") note(message.notification);
    },
    finish(ended) {
      if (outcome) return;
      outcome = ended;
      if (phase === "ready") sendOutcome(ended);
    },
    changeContext(changed) {
      if (phase === "ready") notify("ui/notifications/host-context-changed", changed);
    },
    async close() {
      const wasReady = phase === "ready";
      if (phase === "closed") return;
      phase = "closed";
      ending.abort();
      if (!wasReady) return;
      const closed = new Promise<void>((resolve) => {
        onClosed = resolve;
        void env.delay(viewLimits.closingMs).then(resolve);
      });
      post({ id: closingId, method: "ui/resource-teardown", params: { reason: "The page is closed." } });
      await closed;
      onClosed = undefined;
    },
  };
}

/** Id of the only request that the app sends. */
const closingId = "close";

function initializeResult({ host, origins, context }: ViewSessionOptions) {
  return {
    protocolVersion,
    hostInfo: host,
    hostCapabilities: {
      openLinks: {},
      serverTools: {},
      serverResources: {},
      message: { text: {} },
      updateModelContext: { text: {}, structuredContent: {} },
      sandbox: { csp: { connectDomains: origins.connect, resourceDomains: origins.resource } },
    },
    hostContext: context(),
  };
}

/** Returns the text that a page provides for the model. */
function contextText({
  content = "",
  structuredContent,
}: {
  readonly content?: string | undefined;
  readonly structuredContent?: Readonly<Record<string, unknown>> | undefined;
}): string {
  const data = structuredContent && Object.keys(structuredContent).length > 0 ? printJson(structuredContent) : "";
  return [content, data].filter(Boolean).join("\n\n");
}

/** Returns a text within the limits. Throws RejectedViewRequest. */
function limitedText(text: string): string {
  if (text.length > viewLimits.textChars) throw new RejectedViewRequest("The text is too long");
  return text;
}
