/** The demo's texts in one language, as Markdown. */
export interface DemoTexts {
  /** The reply to messages without a keyword; `quote` is the user's message, escaped for Markdown. */
  greeting(quote: string): string;
  readonly table: string;
  readonly code: string;
  readonly math: string;
  readonly diagram: string;
  readonly thinking: { readonly reasoning: string; readonly answer: string };
  readonly long: string;
  /** Plain text, not Markdown: it is the message of an error. */
  readonly error: string;
  /** Text before a tool call. */
  readonly beforeTool: string;
  /** Text after a tool's result; `quote` is the result, escaped for Markdown. */
  afterTool(quote: string): string;
  /** The reply to the word "tool" in a chat without tools. */
  readonly noTools: string;
}
