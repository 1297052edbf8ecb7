/**
 * The opening of the first message of a chat exported as JSON, in front of the chat's title. Part of the format: an
 * import recognises it, so it is the same in every language.
 */
export const purposeSentence = "You are an assistant that talks about";
