import * as z from "@/lib/zod";

/** A service for shared conversations that the browser calls directly, for builds without a server. */
export interface ShareService {
  /** URL that receives a conversation. */
  readonly url: string;
  /** URL template of the shared page, with `{id}` for the service's response. */
  readonly link: string;
}

const configSchema: z.ZodMiniType<{ readonly share: ShareService }> = z.object({
  share: z.object({
    url: z.string().check(
      z.regex(/^https?:\/\//),
      z.refine((url) => URL.canParse(url)),
    ),
    link: z.string().check(z.regex(/^https?:\/\/[^\s{}]+\{id\}[^\s{}]*$/)),
  }),
});

/** Reads the service from the meta tag `config` of a page; undefined if it names no valid one. */
export function readShareService(document: Pick<Document, "querySelector">): ShareService | undefined {
  const content = document.querySelector('meta[name="config"]')?.getAttribute("content") ?? "";
  const read = z.safeParse(z.pipe(z.jsonText, configSchema), content);
  return read.success ? read.data.share : undefined;
}
