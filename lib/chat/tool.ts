/** The part of a tool that is sent to the model. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** A JSON schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Who offers a tool: a plugin or an MCP server. */
export interface ToolSource {
  readonly kind: "plugin" | "mcp";
  readonly id: string;
  /** As the user knows it. */
  readonly name: string;
}

/** What a person is shown of a tool before it runs, and by which a permission holds (T9.3). */
export interface ToolIdentity {
  readonly source: ToolSource;
  /** As its source calls it; the name that the model sees is cut and made unique. */
  readonly ownName: string;
  /** Where its calls go; for a program of the operator's server, that server. */
  readonly host: string;
  /** True where its source says that it changes nothing. */
  readonly isReading: boolean;
}

/** What a tool is given besides its arguments. */
export interface ToolCallContext {
  readonly signal: AbortSignal;
  /** Tells how far the tool is, in its own words. */
  readonly onProgress: (text: string) => void;
}

/** A tool that a chat may use. */
export interface Tool extends ToolDefinition, ToolIdentity {
  /** Returns the tool as its source describes it now; absent where that does not change while it is offered. */
  asNow?(): Promise<Tool>;
  /** Runs it with arguments that fit its parameters. Never throws; a stop is answered early with whatever there is. */
  run(args: Readonly<Record<string, unknown>>, context: ToolCallContext): Promise<ToolOutcome>;
}

/** Why a call brought no result; each has words for the user in the locales and for the model in `tool-answer.ts`. */
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

/** An image or a sound of a tool's answer. */
export interface ToolMedia {
  /** The media type, such as `image/png`. */
  readonly type: string;
  /** A data URL; in a message, the address of a record of its own (decision 0020). */
  readonly url: string;
}

/** What came of a call. */
export interface ToolOutcome {
  /** What the tool answered, or what else there is to say of the problem. */
  readonly text: string;
  readonly problem?: ToolProblem | undefined;
  /** What the text only names; absent where there is none. */
  readonly media?: readonly ToolMedia[];
}

/** How far a call is: it waits for the user's word, runs, or is over. */
export const toolStates = ["waiting", "running", "done", "failed"] as const;
export type ToolState = (typeof toolStates)[number];

/** What is known of a call's run; each report replaces what it names. */
export interface ToolRun {
  readonly state?: ToolState;
  readonly kind?: ToolSource["kind"];
  /** The name of the source. */
  readonly source?: string;
  readonly ownName?: string;
  readonly host?: string;
  readonly isReading?: boolean;
  readonly progress?: string;
  /** By what name the model asked for the source, where it wrote the call into its reply. */
  readonly client?: string;
  /** Under what id the user is asked, while the call waits for the word. */
  readonly ask?: string;
  readonly result?: string;
  /** What came with the result to be seen or heard. */
  readonly media?: readonly ToolMedia[];
  readonly isError?: boolean;
  readonly problem?: ToolProblem;
  /** How long it ran, in milliseconds. */
  readonly ms?: number;
}
