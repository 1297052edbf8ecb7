import type { Source } from "@/lib/chat/sources";
import type { ToolRequests } from "@/lib/chat/tool-request";

/** The part of a tool that is sent to the model. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Kinds of tool sources: a plugin, an MCP server, or the app itself. */
export const toolSourceKinds = ["plugin", "mcp", "app"] as const;

/** The source of a tool. */
export interface ToolSource {
  readonly kind: (typeof toolSourceKinds)[number];
  readonly id: string;
  /** Name as displayed to the user. */
  readonly name: string;
}

/**
 * Identity of a tool, which is displayed before it runs and to which a permission applies (docs/security.md#t93).
 */
export interface ToolIdentity {
  readonly source: ToolSource;
  /** Name at the source; the name that the model receives is shortened and made unique. */
  readonly ownName: string;
  /**
   * Host of its calls; for a program on the operator's server, that server. Empty for a tool that runs in the browser,
   * and for one whose host depends on the arguments (`forCall`).
   */
  readonly host: string;
  /** Whether its source declares that it changes nothing. */
  readonly isReading: boolean;
  /**
   * Hash of the MCP server that serves the tool: of the command of a program, or of the address of a remote server. Absent
   * for other sources. A permission applies to one command or address.
   */
  readonly serverHash?: string | undefined;
}

/** Tools that a chat has chosen and that a request does not contain. */
export interface MissingTools {
  /** Names of the plugins and servers that could not be reached. */
  readonly sources: readonly string[];
  /** Set if the web search is missing: the model has none, or it has none beside other tools. */
  readonly search?: "unsupported" | "with-tools";
  /** Names of the first tools beyond the maximum number. */
  readonly beyondLimit: readonly string[];
  /** Number of further tools beyond the maximum, whose names are not listed. */
  readonly more: number;
}

/** Inputs of a tool call besides the arguments. */
export interface ToolCallContext {
  readonly signal: AbortSignal;
  /** Reports progress, in the tool's own text. */
  readonly onProgress: (text: string) => void;
  /** Passes requests of the source to the user; absent if nobody can be asked. */
  readonly requests?: ToolRequests;
}

/** A tool that a chat may use. */
export interface Tool extends ToolDefinition, ToolIdentity {
  /**
   * True if it needs no permission: it sends nothing and changes nothing, or asks the user itself during each call. Only
   * for tools of the app itself.
   */
  readonly runsUnasked?: true;
  /** True if its results are texts of others, such as web pages. Only for tools of the app itself. */
  readonly returnsQuotes?: true;
  /** The interactive page of its calls; absent without one. */
  readonly view?: ToolView;
  /** The only kind of caller: models, or interactive pages of its server. Absent if both may call it. */
  readonly onlyCaller?: "model" | "view";
  /**
   * Returns the tool for one call, such as with the host of a URL in the valid arguments; or the outcome of a call that
   * must not run, for which the user is not asked. Absent if the host is the same for all calls.
   */
  forCall?(args: Readonly<Record<string, unknown>>): Tool | { readonly rejected: ToolOutcome };
  /** Returns the tool as its source describes it now; absent if the description does not change while it is offered. */
  asNow?(): Promise<Tool>;
  /** Runs the tool with valid arguments. Never throws; after an abort it returns early with what it has. */
  run(args: Readonly<Record<string, unknown>>, context: ToolCallContext): Promise<ToolOutcome>;
}

/**
 * Reasons that a call has no result; each has a text for the user in the locales and one for the model in
 * `tool-answer.ts`.
 */
export const toolProblems = [
  "failed",
  "unknown-tool",
  "bad-arguments",
  "refused",
  "limit",
  "too-large",
  "timeout",
  "network",
  "not-text",
  "not-connected",
  "stopped",
] as const;
export type ToolProblem = (typeof toolProblems)[number];

/** An image or audio of a tool's result. */
export interface ToolMedia {
  /** The media type, such as `image/png`. */
  readonly type: string;
  /** A data URL; in a message, the URL of a separate record (docs/decisions/0020-images.md). */
  readonly url: string;
}

/** Scheme of the addresses of interactive pages, and the maximum lengths of an address and of a stored result. */
export const viewScheme = "ui://";
export const maxViewUriChars = 2000;
export const maxViewResultChars = 200_000;

/** An interactive page that a tool's server provides for the result of a call (docs/decisions/0094). */
export interface ToolView {
  /** Id of the server. */
  readonly server: string;
  /** URI of the page at the server; it begins with `ui://`. */
  readonly uri: string;
  /** The server's complete result as JSON text; absent while the call runs, and if it is too long to store. */
  readonly result?: string;
  /** Seal of the device that received the result from the server (docs/security.md#t912); absent while the call runs. */
  readonly seal?: string;
}

/** The result of a tool call. */
export interface ToolOutcome {
  /** The tool's output, or details of the problem. */
  readonly text: string;
  readonly problem?: ToolProblem | undefined;
  /** Media that the text only names; absent without media. */
  readonly media?: readonly ToolMedia[];
  /** Web pages in the result, which become sources of the reply; absent without any. */
  readonly sources?: readonly Source[];
  /** The interactive page of the result; absent without one. */
  readonly view?: ToolView;
}

/** States of a call: it waits for the user's permission, runs, or has ended. */
export const toolStates = ["waiting", "running", "done", "failed"] as const;
export type ToolState = (typeof toolStates)[number];

/** State of a call's run; each report replaces the fields it contains. */
export interface ToolRun {
  readonly state?: ToolState;
  readonly kind?: ToolSource["kind"];
  /** Name of the source. */
  readonly source?: string;
  readonly ownName?: string;
  readonly host?: string;
  readonly isReading?: boolean;
  readonly progress?: string;
  /** Name by which the model referred to the source, if it wrote the call into its text. */
  readonly client?: string;
  /** Id of the confirmation while the call waits for the user. */
  readonly ask?: string;
  readonly result?: string;
  /** Images and audio of the result. */
  readonly media?: readonly ToolMedia[];
  /** The interactive page of the call. */
  readonly view?: ToolView;
  readonly isError?: boolean;
  readonly problem?: ToolProblem;
  /** Duration in milliseconds. */
  readonly ms?: number;
}
