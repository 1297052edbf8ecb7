import * as v from "valibot";

/** A service for shared conversations that pages ask themselves, since no server does it for them. */
export interface ShareService {
  /** Where a conversation is sent. */
  readonly url: string;
  /** Where it is seen, with `{id}` in the place of what the service answers. */
  readonly link: string;
}

const configSchema: v.GenericSchema<unknown, { readonly share: ShareService }> = v.object({
  share: v.object({
    url: v.pipe(v.string(), v.regex(/^https?:\/\//), v.url()),
    link: v.pipe(v.string(), v.regex(/^https?:\/\/[^\s{}]+\{id\}[^\s{}]*$/)),
  }),
});

/** Reads the service from the meta tag `config` of a page; nothing where it names none that is usable. */
export function readShareService(document: Pick<Document, "querySelector">): ShareService | undefined {
  const content = document.querySelector('meta[name="config"]')?.getAttribute("content") ?? "";
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), configSchema), content);
  return read.success ? read.output.share : undefined;
}
