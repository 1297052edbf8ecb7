import type { Content } from "@/lib/chat/message";

/** A message in the form in which codecs translate it for a provider. */
export type ModelMessage =
  | { readonly role: "system" | "user"; readonly content: Content }
  | { readonly role: "assistant"; readonly content: Content; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: "tool"; readonly callId: string; readonly name: string; readonly content: string };

/** A call that the model asks for; the arguments are JSON text, as written. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly argumentsText: string;
}

/** A tool as the model is told of it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** A JSON schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What a model is asked, before any provider's codec puts it into its own words. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  readonly stream: boolean;
  readonly temperature?: number;
  readonly topP?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly maxOutputTokens?: number;
  readonly tools?: readonly ToolDefinition[];
}
