import type { ImageOptions } from "@/lib/chat/image-options";
import type { Content, RequestContent } from "@/lib/chat/message";
import type { ModelControls } from "@/lib/chat/model-controls";
import type { ToolDefinition } from "@/lib/chat/tool";

/** A message in the form that codecs translate for a provider. */
export type ModelMessage =
  | { readonly role: "system"; readonly content: Content }
  /** The original files of documents only reach the codecs of providers that take them (`lib/providers/file-input.ts`). */
  | { readonly role: "user"; readonly content: RequestContent }
  | {
      readonly role: "assistant";
      readonly content: Content;
      readonly toolCalls?: readonly ToolCall[];
      /** The role of the text in the reply, for providers that name it: a comment on the work, or the answer. */
      readonly phase?: string;
      /** The reasoning before the calls: sent only inside a running tool loop, to providers that require it. */
      readonly reasoning?: string;
      /** The parts of the message in the order in which the model wrote them; absent if that is text, then calls. */
      readonly parts?: readonly AssistantPart[];
    }
  | {
      readonly role: "tool";
      readonly callId: string;
      readonly name: string;
      readonly content: string;
      /** Data URLs of images in the result, for APIs that accept them; for others, the text names them. */
      readonly images?: readonly string[];
      /** True if the call failed; some providers have a separate field for it. */
      readonly isError?: true;
    };

/**
 * Opaque data that a provider requires back unchanged: signed thinking, encrypted reasoning. It is only sent to the
 * provider and model that created it, and only inside the running tool loop. `kind` identifies the provider and the
 * type.
 */
export type ReplayItem = Readonly<Record<string, string>> & { readonly kind: string };

/** One part of an assistant message: text, opaque data, or a tool call. */
export type AssistantPart =
  | { readonly type: "text"; readonly text: string; readonly phase?: string }
  | { readonly type: "replay"; readonly item: ReplayItem }
  | { readonly type: "call"; readonly call: ToolCall };

/** A tool call of the model; the arguments are JSON text, as written. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly argumentsText: string;
  /** Opaque data that the provider requires with the call, such as Gemini's thought signature. */
  readonly signature?: string;
}

/**
 * The parts of a request that can be left out once. Documents are those of messages, knowledge those of the project and
 * the mask. Tools include the web search.
 */
export const omittableParts = [
  "system",
  "instructions",
  "project",
  "facts",
  "memory",
  "pinned",
  "history",
  "documents",
  "knowledge",
  "tools",
] as const;
export type OmittablePart = (typeof omittableParts)[number];

/** A request to a model in a neutral form, which the provider's codec translates. */
export interface ChatRequest {
  readonly model: string;
  /** Displayed name of the model if it differs from the id; for Azure it is the name of the deployment. */
  readonly displayName?: string;
  readonly messages: readonly ModelMessage[];
  readonly stream: boolean;
  readonly temperature?: number;
  readonly topP?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly maxOutputTokens?: number;
  /** True if later requests will begin with the same messages, so that the provider should cache them. */
  readonly isContinued?: true;
  readonly tools?: readonly ToolDefinition[];
  /** The parts that are left out of this request. Codecs do not get it. */
  readonly omitted?: readonly OmittablePart[];
  /** True if the model may search the web with its provider's own search (`lib/providers/web-search.ts`). */
  readonly search?: true;
  /** Choices that only some models accept (`lib/providers/model-controls.ts`); absent if all are automatic. */
  readonly controls?: ModelControls;
  /** Options of image models besides the prompt. */
  readonly image?: Partial<ImageOptions>;
}
