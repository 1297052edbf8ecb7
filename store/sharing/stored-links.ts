import { storageError } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";
import * as z from "@/lib/zod";
import { pageStorage } from "@/store/base/page-storage";
import { report } from "@/store/base/ui";

const linkSchema = z.object({
  id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  title: z.string(),
  link: z.string(),
  secret: z.string(),
  created: z.number(),
  expires: z.optional(z.number()),
});

/** A link whose encrypted content the site stores. `secret` deletes it. Times are milliseconds since the epoch. */
export type StoredLink = z.output<typeof linkSchema>;

/** Returns the stored links of this device, the newest first. Removes those that have expired. */
export function storedLinks(now: number): readonly StoredLink[] {
  const storage = pageStorage();
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  const links = keys
    .filter((key) => key.startsWith(localKeys.sharedLink))
    .flatMap((key) => {
      const link = z.safeParse(z.pipe(z.jsonText, linkSchema), storage.getItem(key) ?? "");
      return link.success ? [link.data] : [];
    });
  const isOver = ({ expires = Number.POSITIVE_INFINITY }: StoredLink) => expires <= now;
  for (const { id } of links.filter(isOver)) forgetStoredLink(id);
  return links.filter((link) => !isOver(link)).toSorted((one, other) => other.created - one.created);
}

/** Adds a link to the list of this device. Each has its own key, so that tabs do not overwrite each other's. */
export function addStoredLink(link: StoredLink): void {
  try {
    pageStorage().setItem(localKeys.sharedLink + link.id, JSON.stringify(link));
  } catch (thrown) {
    report(storageError(thrown));
  }
}

/** Removes a link from the list of this device. */
export function forgetStoredLink(id: string): void {
  pageStorage().removeItem(localKeys.sharedLink + id);
}
