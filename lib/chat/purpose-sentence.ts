/**
 * Start of the first message of a chat exported as JSON, before the chat's title. It is part of the format: an import
 * detects it, so it is not translated.
 */
export const purposeSentence = "You are an assistant that talks about";
