import { type ReadDocument, readDocument } from "@/lib/documents/read-document";
import { wordOf, wordParagraph } from "../../support/document-samples";

function read(mail: string | Blob): Promise<ReadDocument> {
  const file = typeof mail === "string" ? new Blob([mail.replaceAll("\n", "\r\n")]) : mail;
  return readDocument({ file, format: "mail", loadPdf: () => Promise.reject(new Error("not a PDF")) });
}

const whole = (text: string): ReadDocument => ({ kind: "text", text, isCut: false });

const headers = `From: =?utf-8?B?QW5uIE3DvGxsZXI=?= <ann@example.com>
To: Bob <bob@example.com>, crew@example.com
Cc: Pilots: pia@example.com, Per <per@example.com>;
Bcc: secret@example.com
Date: Fri, 1 May 2026 12:00:00 +0200
Subject: =?iso-8859-1?Q?Ebbe_f=FCr_Brest?=
Received: by mx.example.com`;

const shown = `From: Ann Müller <ann@example.com>
To: Bob <bob@example.com>, crew@example.com
Cc: Pilots: pia@example.com, Per <per@example.com>
Date: Fri, 1 May 2026 12:00:00 +0200
Subject: Ebbe für Brest`;

/** Makes a mail of parts, each with its headers. */
function mailOf(...parts: readonly string[]): string {
  const body = parts.map((part) => `--edge\n${part}\n`).join("");
  return `${headers}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=edge\n\n${body}--edge--\n`;
}

function attached(name: string, type: string, bytes: string | Uint8Array): string {
  const base64 = Buffer.from(bytes).toString("base64");
  return `Content-Type: ${type}; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${base64}`;
}

const plain = "Content-Type: text/plain; charset=utf-8\n\nHigh water is late.";

test("a mail keeps its headers and its plain text, without blind copies and servers", async () => {
  expect(await read(`${headers}\n\nHigh water is late.\n\n> Is it?\n`)).toEqual(
    whole(`${shown}\n\nHigh water is late.\n\n> Is it?`),
  );
});

test("the plain text of a mail in two forms is read", async () => {
  const both = `Content-Type: multipart/alternative; boundary=inner\n\n--inner\n${plain}\n--inner\nContent-Type: text/html\n\n<p>Other</p>\n--inner--`;
  expect(await read(mailOf(both))).toEqual(whole(`${shown}\n\nHigh water is late.`));
});

test("a mail of HTML alone is read as Markdown, in its own character set", async () => {
  const html = `${headers}\nContent-Type: text/html; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n<html><head><style>p{}</style></head><body><h1>Tides f=FCr us</h1><ul><li>Brest</li></ul><script>x()</script></body></html>`;
  expect(await read(html)).toEqual(whole(`${shown}\n\n# Tides für us\n\n- Brest`));
});

test("documents and texts in a mail are read, images are named", async () => {
  const letter = new Uint8Array(await wordOf(wordParagraph("Dear harbour")).arrayBuffer());
  const mail = mailOf(
    plain,
    attached("letter.docx", "application/octet-stream", letter),
    attached("tides.csv", "text/csv", "Port;h\r\nBrest;3"),
    attached("photo.png", "image/png", "png"),
    attached("broken.docx", "application/octet-stream", "no document"),
    attached("smime.p7s", "application/pkcs7-signature", "x"),
  );
  expect(await read(mail)).toEqual(
    whole(`${shown}

High water is late.

## Attachment: letter.docx

Dear harbour

## Attachment: tides.csv

Port;h
Brest;3

## Attachment: broken.docx

(This attachment was not read: damaged.)

(Attachments that were left out: photo.png, smime.p7s)`),
  );
});

test("a mail in a mail is read, but not what is attached to it", async () => {
  const inner = mailOf(plain, attached("deep.txt", "text/plain", "deep"));
  const mail = mailOf(plain, `Content-Type: message/rfc822\n\n${inner.replaceAll("edge", "rim")}`);
  expect(await read(mail)).toEqual(
    whole(`${shown}

High water is late.

## Attachment: message.eml

${shown}

High water is late.

(Attachments that were left out: deep.txt)`),
  );
});

test("what is no mail, and mails that are encrypted, nested too deeply or too large are refused @I8.4", async () => {
  expect(await read("just a text")).toEqual({ kind: "damaged" });
  expect(await read(new Blob([Uint8Array.of(0, 1, 2, 255)]))).toEqual({ kind: "damaged" });
  expect(await read(`${headers}\nContent-Type: multipart/encrypted; boundary=edge\n\n--edge--`)).toEqual({
    kind: "encrypted",
  });
  expect(await read(`${headers}\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data\n\nMIAG`)).toEqual({
    kind: "encrypted",
  });
  const deep = Array.from(
    { length: 80 },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}`,
  );
  expect(await read(`${headers}\n${deep.join("\n")}\n${plain}`)).toEqual({ kind: "damaged" });
  expect(await read(new Blob([new Uint8Array(50_000_001)]))).toEqual({ kind: "too-large" });
});

test("the text of an attachment ends at the limit", async () => {
  const result = await read(mailOf(plain, attached("long.txt", "text/plain", "x".repeat(1_100_000))));
  expect(result).toMatchObject({ kind: "text", isCut: true });
  expect(result.kind === "text" && result.text.length).toBeLessThan(1_001_000);
});
