import type { Address, Attachment, Email } from "postal-mime";
import { writeHtml } from "@/lib/documents/html-markdown";
import { RefusedDocument } from "@/lib/documents/refused-document";
import type { TextWriter } from "@/lib/documents/text-writer";
import { readHtml } from "@/lib/documents/xml";

/** Attachments of a mail that are read; the others are only named. */
const maxRead = 100;

/** Writes a heading and the text of an attached file. Returns whether the file is a text or a document. */
export type AttachedReader = (file: File) => Promise<boolean>;

/**
 * Reads a mail (RFC 5322 and MIME): its headers, its plain text, or else its HTML, and its attachments.
 *
 * @param readAttached undefined for a mail in a mail, whose attachments are only named
 * Throws RefusedDocument.
 */
export async function readMail(file: Blob, writer: TextWriter, readAttached?: AttachedReader): Promise<void> {
  const { default: PostalMime } = await import("postal-mime");
  const bytes = await file.arrayBuffer();
  const mail = await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: 64 }).catch(
    (thrown: unknown) => {
      throw new RefusedDocument("damaged", { cause: thrown });
    },
  );
  const isMail = mail.headers.some(({ key }) => ["from", "to", "date", "subject", "received"].includes(key));
  if (!isMail) throw new RefusedDocument("damaged");
  if (isEncrypted(mail)) throw new RefusedDocument("encrypted");
  writeHeaders(mail, writer);
  if (mail.text?.trim()) writer.block(mail.text.replace(/\r\n?/g, "\n").trim());
  else if (mail.html) writeHtml(readHtml(mail.html), writer);
  await writeAttachments(mail.attachments, writer, readAttached);
}

/** Whether the content is only in an encrypted part (S/MIME, RFC 8551, or OpenPGP, RFC 3156). */
function isEncrypted({ headers, text, html, attachments }: Email): boolean {
  const type = headers.find(({ key }) => key === "content-type")?.value.toLowerCase() ?? "";
  if (type.startsWith("multipart/encrypted")) return true;
  const isEnveloped = /^application\/(x-)?pkcs7-mime/.test(type) && !type.includes("signed-data");
  return isEnveloped && !text?.trim() && !html && attachments.length <= 1;
}

function writeHeaders(mail: Email, writer: TextWriter): void {
  const date = mail.headers.find(({ key }) => key === "date")?.value ?? "";
  const rows: readonly (readonly [name: string, value: string])[] = [
    ["From", addressText(mail.from ? [mail.from] : [])],
    ["To", addressText(mail.to)],
    ["Cc", addressText(mail.cc)],
    ["Date", date],
    ["Subject", mail.subject ?? ""],
  ];
  for (const [name, value] of rows) {
    const line = value.replace(/\s+/g, " ").trim();
    if (line !== "") writer.block(`${name}: ${line}`, "item");
  }
}

function addressText(addresses: readonly Address[] = []): string {
  return addresses
    .map(({ name, address, group }) => {
      if (group) return `${name}: ${addressText(group)}`;
      return name === "" || name === address ? address : `${name} <${address}>`;
    })
    .join(", ");
}

async function writeAttachments(
  attachments: readonly Attachment[],
  writer: TextWriter,
  readAttached: AttachedReader | undefined,
): Promise<void> {
  const named: string[] = [];
  for (const [index, attachment] of attachments.entries()) {
    const name = nameOf(attachment);
    const isRead = index < maxRead && (await readAttached?.(fileOf(attachment, name)));
    if (!isRead) named.push(name);
  }
  // For the model, so it is not translated.
  if (named.length > 0) writer.block(`(Attachments that were left out: ${named.join(", ")})`);
}

function nameOf({ filename, mimeType }: Attachment): string {
  const name = filename?.replace(/\s+/g, " ").trim() ?? "";
  if (name !== "") return name;
  return mimeType === "message/rfc822" ? "message.eml" : mimeType;
}

function fileOf({ content, mimeType }: Attachment, name: string): File {
  const bytes = typeof content === "string" ? content : new Uint8Array(content);
  return new File([bytes], name, { type: mimeType });
}
