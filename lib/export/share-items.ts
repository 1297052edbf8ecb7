/** One message of a shared conversation, in the format of the share service. */
export interface ShareItem {
  readonly from: "human" | "gpt";
  /** The user's text unchanged; an answer as HTML. */
  readonly value: string;
}

/** Returns the body for the share service; the last item names the source of the conversation. */
export function sharedConversation(
  items: readonly ShareItem[],
  footer: string,
): { readonly avatarUrl: null; readonly items: readonly ShareItem[] } {
  return { avatarUrl: null, items: [...items, { from: "human", value: footer }] };
}
