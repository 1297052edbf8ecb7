/**
 * Whether a model of OpenAI generates images: it has another endpoint and never streams text. Gateways put the vendor's
 * folder before its name (`openai/gpt-image-2`).
 */
export function isImageModel(model: string): boolean {
  return /^([^/]+\/)?(dall-e|gpt-image|chatgpt-image)/i.test(model);
}

/** Whether a model of OpenAI's list can be used here: models for chats and images, not for audio. */
export function isListed(id: string): boolean {
  return /^(gpt-|chatgpt-)/.test(id) && !/audio|realtime|transcribe|tts/.test(id);
}
