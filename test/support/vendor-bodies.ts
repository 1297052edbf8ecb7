import type Anthropic from "@anthropic-ai/sdk";
import type * as Gemini from "@google/genai";
import type { ChatCompletionStreamRequest$Outbound } from "@mistralai/mistralai/models/components/index.js";
import type { ChatRequest$Outbound } from "@openrouter/sdk/models";
import type { ChatCompletionCreateParams as GroqChat } from "groq-sdk/resources/chat/completions";
import type OpenAI from "openai";

/**
 * The bodies of calls, as vendors' official clients declare them. The clients are generated from the OpenAPI documents
 * of the vendors.
 */
export interface VendorBodies {
  "OpenAI chat": OpenAI.Chat.ChatCompletionCreateParams;
  "OpenAI response": OpenAI.Responses.ResponseCreateParams;
  "OpenAI image": OpenAI.ImageGenerateParams;
  "OpenAI speech": OpenAI.Audio.SpeechCreateParams;
  "OpenAI transcription": Omit<OpenAI.Audio.TranscriptionCreateParams, "file">;
  "OpenAI live key": OpenAI.Realtime.ClientSecretCreateParams;
  "OpenAI live session": OpenAI.Realtime.SessionUpdateEvent;
  "Anthropic message": Anthropic.MessageCreateParams;
  "Gemini content": Wire<GeminiBody>;
  "Groq chat": GroqChat;
  "Mistral chat": Loose<ChatCompletionStreamRequest$Outbound>;
  "OpenRouter chat": Loose<ChatRequest$Outbound> & OpenRouterExtras;
}

/** The fields of the call itself: the client has them in other places. https://ai.google.dev/api/generate-content */
interface GeminiBody {
  contents: Gemini.Content[];
  systemInstruction?: Gemini.Content;
  tools?: Gemini.Tool[];
  toolConfig?: Gemini.ToolConfig;
  safetySettings?: Gemini.SafetySetting[];
  generationConfig?: Gemini.GenerationConfig & Pick<Gemini.GenerateContentConfig, "imageConfig">;
}

/** Documented, but not part of the OpenAPI document. https://openrouter.ai/docs/api/reference/parameters */
interface OpenRouterExtras {
  verbosity?: "low" | "medium" | "high";
}

/** A type with the values of its enums as text. */
type Wire<Type> = Type extends string
  ? `${Type}`
  : Type extends object
    ? { [Key in keyof Type]: Wire<Type[Key]> }
    : Type;

/** A type without required fields: these clients send the default of an optional field, too. */
type Loose<Type> = Type extends readonly (infer Item)[]
  ? Loose<Item>[]
  : Type extends object
    ? { [Key in keyof Type]?: Loose<Type[Key]> }
    : Type;
