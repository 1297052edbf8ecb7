import { openPackage, partAt } from "@/lib/documents/document-package";
import { writeHtml } from "@/lib/documents/html-markdown";
import { RefusedDocument } from "@/lib/documents/refused-document";
import type { TextWriter } from "@/lib/documents/text-writer";
import { attributeOf, childrenOf, descendantAt, descendantsOf, readHtml } from "@/lib/documents/xml";

/** Reads an EPUB book: its chapters in reading order. Throws RefusedDocument. */
export async function readEpub(file: Blob, writer: TextWriter): Promise<void> {
  const parts = await openPackage(file);
  const container = await parts.xml("META-INF/container.xml");
  const rootFile = container && descendantsOf(container, "rootfile")[0];
  const packagePart = rootFile ? partAt("", attributeOf(rootFile, "full-path") ?? "") : "";
  const description = await parts.xml(packagePart);
  if (!description) throw new RefusedDocument("damaged");
  const encryption = await parts.xml("META-INF/encryption.xml");
  const encrypted = new Set(
    (encryption ? descendantsOf(encryption, "CipherReference") : []).map((each) =>
      partAt("", attributeOf(each, "URI") ?? ""),
    ),
  );
  const folder = packagePart.slice(0, packagePart.lastIndexOf("/") + 1);
  const items = new Map(
    childrenOf(descendantAt(description, "manifest"), "item").map((item) => [
      attributeOf(item, "id"),
      partAt(folder, decoded(attributeOf(item, "href") ?? "")),
    ]),
  );
  for (const entry of childrenOf(descendantAt(description, "spine"), "itemref")) {
    const chapter = items.get(attributeOf(entry, "idref"));
    if (chapter === undefined || !parts.has(chapter)) throw new RefusedDocument("damaged");
    if (encrypted.has(chapter)) throw new RefusedDocument("encrypted");
    writeHtml(readHtml(await textOf(parts.chunks(chapter))), writer);
  }
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address.replace(/#.*/, ""));
  } catch {
    return address;
  }
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
