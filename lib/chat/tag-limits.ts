/** Maximum length of a tag of a chat, in characters, and maximum number of its tags. */
export const tagLimits = { chars: 40, count: 20 } as const;
