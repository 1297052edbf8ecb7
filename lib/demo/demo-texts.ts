/** What the demonstration says in one language, as Markdown. */
export interface DemoTexts {
  /** The answer to everything without a keyword; `quote` is the user's message, safe to stand in Markdown. */
  greeting(quote: string): string;
  readonly table: string;
  readonly code: string;
  readonly math: string;
  readonly diagram: string;
  readonly thinking: { readonly reasoning: string; readonly answer: string };
  readonly long: string;
  /** Plain text, not Markdown: it is the message of an error. */
  readonly error: string;
  /** Said before a tool is called. */
  readonly beforeTool: string;
  /** Said once the tool has answered; `quote` is its result, safe to stand in Markdown. */
  afterTool(quote: string): string;
  /** The answer to the word "tool" in a chat without tools. */
  readonly noTools: string;
}
