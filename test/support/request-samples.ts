import type { ContentPart } from "@/lib/chat/message";
import type { ChatRequest } from "@/lib/chat/request";

/** A short question with every sampling setting, asked of the given model. */
export function sampleRequest(model: string): ChatRequest {
  return {
    model,
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hello" },
    ],
    stream: true,
    temperature: 0.5,
    topP: 0.9,
    presencePenalty: 0.1,
    frequencyPenalty: 0.2,
    maxOutputTokens: 4000,
  };
}

/** A question about a picture. */
export const withImage: readonly ContentPart[] = [
  { type: "text", text: "Which port?" },
  { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
];
