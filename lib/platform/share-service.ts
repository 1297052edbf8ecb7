import * as v from "valibot";

/** A service for shared conversations that the browser calls directly, for builds without a server. */
export interface ShareService {
  /** URL that receives a conversation. */
  readonly url: string;
  /** URL template of the shared page, with `{id}` for the service's response. */
  readonly link: string;
}

const configSchema: v.GenericSchema<unknown, { readonly share: ShareService }> = v.object({
  share: v.object({
    url: v.pipe(v.string(), v.regex(/^https?:\/\//), v.url()),
    link: v.pipe(v.string(), v.regex(/^https?:\/\/[^\s{}]+\{id\}[^\s{}]*$/)),
  }),
});

/** Reads the service from the meta tag `config` of a page; undefined if it names no valid one. */
export function readShareService(document: Pick<Document, "querySelector">): ShareService | undefined {
  const content = document.querySelector('meta[name="config"]')?.getAttribute("content") ?? "";
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), configSchema), content);
  return read.success ? read.output.share : undefined;
}
