import type { ToolCallContext, ToolDefinition, ToolOutcome } from "@/lib/chat/tool";
import type { CodeOutcome, CodeRequest } from "@/lib/tools/app/code-run";
import type { PageAnswer } from "@/lib/tools/app/page-answer";
import type { SentCall } from "@/lib/tools/send-plugin-call";
import type { WebQuery } from "@/lib/web-search/search-call";
import type { SearchResult } from "@/lib/web-search/search-results";

/** Groups of the app's own tools; a chat switches each group on or off. */
export const toolkitIds = ["basics", "web", "code"] as const;
export type ToolkitId = (typeof toolkitIds)[number];

/** Name of the tool that reads web pages. */
export const readPageName = "read_page";

/** Name of the tool that searches the web. */
export const searchWebName = "search_web";

/** Prefix of a toolkit's id in a chat's list of plugins. */
const choicePrefix = "app:";

/** Returns the entry in `mask.plugin` for a toolkit. */
export function toolkitChoice(id: string): string {
  return choicePrefix + id;
}

/** Whether an entry in `mask.plugin` is a toolkit. */
export function isToolkitChoice(choice: string): boolean {
  return choice.startsWith(choicePrefix);
}

/** Work of a tool that may take long, for a worker. Each kind has its input. */
export type AppTask =
  | { readonly type: "calculate"; readonly expression: string }
  | { readonly type: "compare"; readonly before: string; readonly after: string }
  /** The outcome has the page's title in the first line, then its text. */
  | { readonly type: "read-page"; readonly html: string };

/** The search engine of the user or of the site. */
export interface AppSearch {
  /** Host of the search engine. */
  readonly host: string;
  /** Returns the pages that a search has found. Throws AppError. */
  run(query: WebQuery, signal: AbortSignal): Promise<readonly SearchResult[]>;
}

/** Functions and facts of the browser that the app's tools use. */
export interface AppToolEnvironment {
  /** Milliseconds since the epoch. */
  now(): number;
  /** The user's time zone, such as `Europe/Berlin`. */
  readonly timeZone: string;
  /** Requests a page, without following redirects. Never throws. */
  fetchPage(url: URL, signal: AbortSignal): Promise<SentCall<PageAnswer>>;
  /** Undefined if no search engine is set up. */
  readonly search?: AppSearch | undefined;
  /** Runs a task in a worker; ends it after the time limit with the problem `timeout`, or when the signal aborts. */
  runTask(task: AppTask, limit: { readonly signal: AbortSignal; readonly maxMs: number }): Promise<ToolOutcome>;
  /** Runs code in a sandbox, with the files of the chat. Never throws. */
  runCode(code: Omit<CodeRequest, "files">, signal: AbortSignal): Promise<CodeOutcome>;
}

/** A tool of the app. */
export interface AppTool extends ToolDefinition {
  readonly isReading: boolean;
  /** True if it sends nothing and changes nothing, so that it needs no permission. */
  readonly runsUnasked?: true;
  /** True if its results are texts of others, which could tell the model to call tools. */
  readonly returnsQuotes?: true;
  /** Returns the host to which a call with these arguments is sent, or the outcome of a call that must not run. */
  hostOf?(args: Arguments, env: AppToolEnvironment): { readonly host: string } | { readonly rejected: ToolOutcome };
  run(args: Arguments, env: AppToolEnvironment, context: ToolCallContext): Promise<ToolOutcome>;
}

/** Arguments of a call; they match the tool's schema. */
export type Arguments = Readonly<Record<string, unknown>>;
