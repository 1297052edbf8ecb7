import type { ParleyDatabase } from "@/lib/storage/database-records";
import { localKeys as keys, type localKeys, type sessionKeys, type textKeys } from "@/lib/storage/local-keys";

/** The purpose of each key in localStorage, for docs/storage.md. */
export const localPurposes: Readonly<Record<keyof typeof localKeys, string>> = {
  language: "the language",
  bannerDismissed: "whether the banner of the access screen was closed",
  announcementDismissed: "the announcement that was closed last",
  lastInput: "the text that was typed and sent last",
  draftText: "the draft of a chat; NextChat uses the same key",
  draftAttachments:
    "the attachments of a draft, the time of its last change, and whether the one in the database was still unread",
  unfoldedProjects: "the projects whose chats are listed",
  readPlaces: "the scroll positions of chats",
  diagramSizes: "the sizes of diagrams that were rendered, by a hash of their source",
  paletteChoices: "the entries of the palette that were chosen last",
  comparedModels: "the models that were asked side by side last",
  replyNotifications: "whether replies that end in the background are notified",
  dictation: "language and recognition of dictation, and the destinations to which the user has agreed",
  embeddings:
    "the server and the model that compute vectors of passages, and the destination to which the user has agreed",
  sharedLink: "a link whose encrypted content the site stores, with the secret that deletes it",
  refusedParameters: "the parameters that models refused, and of which the user was notified",
  unwrittenChanges: "the changes of a closed tab that may not be in the database",
  unwrittenDocument: "a large document that was not in the database when its tab closed",
  copiedDocuments: "the documents of an old NextChat that are in the database, too",
  takeover: "the mark of a takeover of a NextChat, with the documents that could not be stored",
  recordVersion: "the version of the records in the database",
  unusedImages: "the images that no message shows, and since when",
  clearedBy: "the id of the last clearing that emptied localStorage",
  siteDefaults: "whether the operator's settings for new users, and the masks and the like, were added, or are awaited",
  siteBaseline: "the operator's values that were added, so that a sync does not take them for the user's",
  plainKeys: "whether the desktop app stores keys in plain text, because the system has no keychain",
  viewSeals: "the secret with which this device marks the results that it gives to interactive pages",
  syncMark: "the id of this device's state in the sync",
  spaceProbe: "a test of the free space, removed at once",
};

/** The purpose of each key in sessionStorage. */
export const sessionPurposes: Readonly<Record<keyof typeof sessionKeys, string>> = {
  messageEdits: "messages that are being edited",
  temporaryChats: "the ids of the tab's temporary chats, so that they are not called unknown after a reload",
};

/** The purpose of the texts in `documents` that are not documents of the catalogue. */
export const textPurposes: Readonly<Record<keyof typeof textKeys, string>> = {
  draft:
    "the draft of a chat, its attachments and the time of its last change ([decision 46](decisions/0046-drafts.md))",
  takeover: "the summary of the takeover of a NextChat",
  nextChatSeen: "digests of what a NextChat on this origin had stored at the last look",
  openCalls: "calls of replies that are being written, which the next start counts if their tab is closed",
  waiting:
    "the messages of each tab that wait for a reply or a network ([decision 47](decisions/0047-waiting-messages.md))",
  resumable:
    "the ids and keys of calls under way that a later page can resume, and the finished rounds of their replies ([decision 84](decisions/0084-resumed-replies.md))",
};

/** The purpose of each object store. */
export const storePurposes: Readonly<Record<StoreName, string>> = {
  sessions: "the chats, without their messages",
  messages: "the messages",
  growth: "pieces of replies that are being written",
  documents: "the large documents",
  blobs: "images, sound, and the texts and originals of documents",
  tombstones: "deletions of chats, for merging",
  unreadable: "records that could not be read, as they were",
  clearing: "the last clearing of all data ([decision 28](decisions/0028-clearing.md))",
  sync: "the ledger of the sync ([decision 32](decisions/0032-sync.md)), and the keys of encrypted locations ([decision 81](decisions/0081-encrypted-sync.md))",
  searchIndex: "the search index ([decision 49](decisions/0049-search-index.md))",
  searchLog: "the messages that were written since the search index was updated",
  headMarks: "the chats whose head was written since the last sync ([decision 89](decisions/0089-sync-objects.md))",
  messageMarks: "the chats whose messages were written since the last sync",
};

type StoreName = keyof { [Name in keyof ParleyDatabase as string extends Name ? never : Name]: true } & string;

/** Returns a key as the docs write it. */
export function keyPattern(key: string): string {
  return key.endsWith("-") ? `${key}{id}` : key;
}

/** Whether localStorage may hold the key, besides the documents of the catalogue. */
export function isLocalKey(key: string): boolean {
  return Object.values<string>(keys).some((known) => (known.endsWith("-") ? key.startsWith(known) : key === known));
}
