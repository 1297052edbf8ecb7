import type { Content } from "@/lib/chat/message";
import type { ToolDefinition } from "@/lib/chat/tool";

/** A message in the form in which codecs translate it for a provider. */
export type ModelMessage =
  | { readonly role: "system" | "user"; readonly content: Content }
  | {
      readonly role: "assistant";
      readonly content: Content;
      readonly toolCalls?: readonly ToolCall[];
      /** The thinking before the calls: sent only inside a running tool loop, where a provider asks for it. */
      readonly reasoning?: string;
      readonly replay?: readonly ReplayItem[];
    }
  | {
      readonly role: "tool";
      readonly callId: string;
      readonly name: string;
      readonly content: string;
      /** Data URLs of what came with the result, for interfaces that take images in results; elsewhere the words name them. */
      readonly images?: readonly string[];
      /** True when the call failed: some providers are told so beside the words. */
      readonly isError?: true;
    };

/**
 * Something opaque that a provider wants back unchanged: signed thinking, encrypted reasoning. It goes only to the
 * provider and model that made it, and only inside the running tool loop. `kind` says whose it is and what.
 */
export type ReplayItem = Readonly<Record<string, string>> & { readonly kind: string };

/** A call that the model asks for; the arguments are JSON text, as written. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly argumentsText: string;
  /** What the provider wants back with the call, such as Gemini's thought signature. */
  readonly signature?: string;
}

/** What a model is asked, before any provider's codec puts it into its own words. */
export interface ChatRequest {
  readonly model: string;
  /** How the model is shown, where that is not its name; Azure's deployments are called so. */
  readonly displayName?: string;
  readonly messages: readonly ModelMessage[];
  readonly stream: boolean;
  readonly temperature?: number;
  readonly topP?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly maxOutputTokens?: number;
  readonly tools?: readonly ToolDefinition[];
  /** What image models are asked for besides the words. */
  readonly image?: { readonly size: string; readonly quality: string; readonly style: string };
}
