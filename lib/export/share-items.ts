/** One turn of a shared conversation, in the words of the service that keeps it. */
export interface ShareItem {
  readonly from: "human" | "gpt";
  /** A person's text as it is; an answer as HTML. */
  readonly value: string;
}

/** Returns what the service for shared conversations is sent; the last item says where it comes from. */
export function sharedConversation(
  items: readonly ShareItem[],
  footer: string,
): { readonly avatarUrl: null; readonly items: readonly ShareItem[] } {
  return { avatarUrl: null, items: [...items, { from: "human", value: footer }] };
}
