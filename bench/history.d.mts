import type { Page } from "@playwright/test";

/** Gives an opened app a history of so many chats; it shows after a reload. */
export function fillHistory(
  page: Page,
  size: { readonly chats: number; readonly messagesPerChat: number },
): Promise<void>;

/** Resolves once the opened app has created its database. */
export function databaseCreated(page: Page): Promise<void>;
