import { bodyOf, startUpstream } from "./local-upstream";

/** One item of a conversation as the service keeps it. */
interface KeptItem {
  readonly from: string;
  readonly value: string;
}

/** A service for shared conversations in the shape of ShareGPT, which answers pages of every origin. */
export interface SharingService {
  /** Where conversations are sent. */
  readonly url: string;
  /** Where they are seen, with `{id}` in the place of what was answered. */
  readonly link: string;
  /** What was kept, in the order of arrival, by whoever sent it. */
  readonly kept: readonly { readonly avatarUrl: unknown; readonly items: readonly KeptItem[] }[];
  /** Refuses all that is sent from now on. */
  refuse(): void;
  stop(): Promise<void>;
}

/** Starts the service on a free port; whoever starts it stops it. */
export async function startSharingService(): Promise<SharingService> {
  const kept: { avatarUrl: unknown; items: KeptItem[] }[] = [];
  let isRefusing = false;
  const headers = {
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "content-type",
    "content-type": "application/json",
  };
  const { url, close } = await startUpstream(async (request, response) => {
    const answer = (status: number, body: unknown) => response.writeHead(status, headers).end(JSON.stringify(body));
    if (request.method === "OPTIONS") return void answer(200, {});
    if (request.method === "GET") {
      const found = kept[Number(request.url?.replace("/c/", ""))];
      response.writeHead(found ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
      return void response.end(found?.items.map(({ value }) => `<div>${value}</div>`).join("") ?? "");
    }
    const conversation = JSON.parse(await bodyOf(request));
    if (isRefusing) return void answer(500, { error: "No room." });
    kept.push(conversation);
    answer(200, { id: String(kept.length - 1) });
  });
  return {
    url: `${url}/api/conversations`,
    link: `${url}/c/{id}`,
    kept,
    refuse() {
      isRefusing = true;
    },
    stop: close,
  };
}
