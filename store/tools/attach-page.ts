import { readPageAddress } from "@/lib/tools/app/page-address";
import { readPage } from "@/lib/tools/app/read-page";
import { useUi } from "@/store/base/ui";
import { attachFileTexts } from "@/store/chats/attach";
import { useReadingDocuments } from "@/store/chats/reading-documents";
import { appToolEnvironment } from "@/store/tools/app-tools";
import { pageHeading } from "@/store/tools/quoted-texts";

/**
 * Attaches the text of a web page to the draft of a chat, as a file with the page's title, address and time. A page that
 * cannot be read is reported.
 */
export async function attachPage(sessionId: string, link: string, env = appToolEnvironment()): Promise<void> {
  const address = readPageAddress(link);
  const reading = useReadingDocuments.getState().start(sessionId, "url" in address ? address.url.host : link);
  const page = "url" in address ? await readPage(address.url, env, reading.signal) : undefined;
  reading.end();
  if (reading.signal.aborted) return;
  if (!("url" in address) || !page || "failure" in page) {
    useUi.getState().toast({ kind: "page-unreadable", address: link });
    return;
  }
  const { href, host } = address.url;
  const head = `${pageHeading}${href}\nRead at: ${new Date(env.now()).toISOString()}`;
  await attachFileTexts(sessionId, [{ name: page.title || host, text: `${head}\n\n${page.text}` }]);
}
