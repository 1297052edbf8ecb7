/** Whether a model generates images: it has another endpoint and never streams text. */
export function isImageModel(model: string): boolean {
  return /^(dall-e|gpt-image|chatgpt-image)/i.test(model);
}

/** Whether a model of OpenAI's list can be used here: models for chats and images, not for audio. */
export function isListed(id: string): boolean {
  return /^(gpt-|chatgpt-)/.test(id) && !/audio|realtime|transcribe|tts/.test(id);
}
