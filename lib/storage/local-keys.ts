/**
 * All localStorage keys besides the documents of the catalogue. A key that ends with "-" is a prefix of one key per
 * chat, tab or document, followed by the id. docs/storage.md describes each key.
 */
export const localKeys = {
  language: "lang",
  bannerDismissed: "bannerDismissed",
  announcementDismissed: "announcementDismissed",
  lastInput: "last-input",
  // NextChat reads and writes the same key.
  draftText: "unfinished-input-",
  draftAttachments: "unfinished-attachments-",
  unfoldedProjects: "parley-unfolded-projects",
  readPlaces: "parley-read-places",
  diagramSizes: "parley-diagram-sizes",
  paletteChoices: "parley-palette-choices",
  comparedModels: "parley-compared",
  dictation: "parley-dictation",
  embeddings: "parley-embeddings",
  replyNotifications: "parley-reply-notifications",
  sharedLink: "parley-shared-link-",
  refusedParameters: "parley-refused-parameters",
  unwrittenChanges: "parley-unwritten-",
  unwrittenDocument: "parley-unwritten-document-",
  copiedDocuments: "parley-copied-documents",
  takeover: "nextchat-takeover",
  recordVersion: "parley-records",
  unusedImages: "parley-unused-images",
  clearedBy: "parley-cleared-by",
  siteDefaults: "parley-site-defaults",
  siteBaseline: "parley-site-baseline",
  syncMark: "sync-mark",
  plainKeys: "parley-plain-keys",
  viewSeals: "parley-view-seals",
  spaceProbe: "parley-room",
} as const;

/** All keys in sessionStorage. */
export const sessionKeys = { messageEdits: "unfinished-edits", temporaryChats: "temporary-chats" } as const;

/** Keys in the object store `documents` besides the documents of the catalogue. */
export const textKeys = {
  draft: "draft-",
  nextChatSeen: "nextchat-seen",
  openCalls: "open-calls",
  takeover: "nextchat-takeover",
  waiting: "waiting-messages",
  resumable: "resumable-replies",
} as const;

/** The IndexedDB databases. */
export const databaseNames = { records: "parley", backups: "parley-backups" } as const;
