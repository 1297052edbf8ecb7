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

/** Returns the stored links of this device that have not expired, the newest first. */
export function storedLinks(now: number): readonly StoredLink[] {
  const read = z.safeParse(
    z.pipe(z.jsonText, z.array(z.unknown())),
    pageStorage().getItem(localKeys.sharedLinks) ?? "[]",
  );
  const links = (read.data ?? []).flatMap((each) => {
    const link = z.safeParse(linkSchema, each);
    return link.success ? [link.data] : [];
  });
  return links
    .filter(({ expires }) => expires === undefined || expires > now)
    .toSorted((a, b) => b.created - a.created);
}

/** Adds a link to the list of this device. */
export function addStoredLink(link: StoredLink): void {
  write([link, ...storedLinks(link.created)]);
}

/** Removes a link from the list of this device. */
export function forgetStoredLink(id: string): void {
  write(storedLinks(0).filter((link) => link.id !== id));
}

function write(links: readonly StoredLink[]): void {
  try {
    if (links.length > 0) pageStorage().setItem(localKeys.sharedLinks, JSON.stringify(links));
    else pageStorage().removeItem(localKeys.sharedLinks);
  } catch (thrown) {
    report(storageError(thrown));
  }
}
