import { RefusedDocument } from "@/lib/documents/refused-document";
import { attributeOf, childrenOf, readXml, type XmlElement } from "@/lib/documents/xml";
import { RefusedFile } from "@/lib/import/refused-file";
import { unpack } from "@/lib/import/zip-contents";
import { readZipDirectory } from "@/lib/import/zip-directory";

/** A document that is a ZIP archive of parts. */
export interface DocumentPackage {
  has(part: string): boolean;
  /** Unpacks a part. Throws RefusedDocument. */
  chunks(part: string): AsyncGenerator<Uint8Array>;
  /** Reads a part as XML; undefined if the document does not have it. Throws RefusedDocument. */
  xml(part: string): Promise<XmlElement | undefined>;
}

/** A link from a part of an Office document to another part. */
export interface Relationship {
  /** The last segment of its type, such as `notesSlide`. */
  readonly type: string;
  readonly target: string;
}

/** Limits of an archive: number of parts, and bytes that are unpacked of all parts together (docs/security.md#i84). */
const maxParts = 10_000;
const maxUnpacked = 200_000_000;

/** Opens a document that is a ZIP archive. Throws RefusedDocument. */
export async function openPackage(file: Blob): Promise<DocumentPackage> {
  if (await isCompoundFile(file)) throw new RefusedDocument("encrypted");
  const list = await readZipDirectory(file).catch(refuse);
  if (list.length > maxParts) throw new RefusedDocument("too-large");
  const members = new Map(list.map((member) => [member.name, member]));
  const budget = { left: maxUnpacked };

  async function* chunks(part: string): AsyncGenerator<Uint8Array> {
    const member = members.get(part);
    if (!member) throw new RefusedDocument("damaged");
    try {
      yield* unpack(file, member, budget);
    } catch (thrown) {
      refuse(thrown);
    }
  }

  return {
    has: (part) => members.has(part),
    chunks,
    xml: async (part) => (members.has(part) ? readXml(chunks(part)) : undefined),
  };
}

/** Returns the relationships of an Office part by id; the empty name is the document itself. Throws RefusedDocument. */
export async function relationshipsOf(parts: DocumentPackage, part: string): Promise<Map<string, Relationship>> {
  const folder = part.slice(0, part.lastIndexOf("/") + 1);
  const list = await parts.xml(`${folder}_rels/${part.slice(folder.length)}.rels`);
  return new Map(
    childrenOf(list, "Relationship").map((row) => {
      const { Id = "", Type = "", Target = "" } = row.attributes;
      return [Id, { type: Type.slice(Type.lastIndexOf("/") + 1), target: partAt(folder, Target) }];
    }),
  );
}

/** Returns the main part of an Office document. Throws RefusedDocument. */
export async function mainPartOf(parts: DocumentPackage): Promise<string> {
  const main = [...(await relationshipsOf(parts, "")).values()].find(({ type }) => type === "officeDocument");
  if (!main || !parts.has(main.target)) throw new RefusedDocument("damaged");
  return main.target;
}

/** Returns the name of a part by a path relative to a folder. It is only compared with the names in the archive. */
export function partAt(folder: string, path: string): string {
  const segments = path.startsWith("/") ? [] : folder.split("/").filter(Boolean);
  for (const segment of path.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments.join("/");
}

/** Returns the XML of a part that a document can do without; undefined if it is missing or damaged. */
export async function readOptionalXml(parts: DocumentPackage, part: string): Promise<XmlElement | undefined> {
  try {
    return await parts.xml(part);
  } catch (thrown) {
    if (thrown instanceof RefusedDocument && thrown.reason === "damaged") return undefined;
    throw thrown;
  }
}

/** Returns the id of a relationship that an element refers to. */
export function relationshipId(element: XmlElement): string {
  return attributeOf(element, "id") ?? "";
}

/** Whether a file is an OLE compound file, in which Office stores documents with a password. */
async function isCompoundFile(file: Blob): Promise<boolean> {
  const view = new DataView(await file.slice(0, 4).arrayBuffer());
  return view.byteLength === 4 && view.getUint32(0) === 0xd0cf11e0;
}

function refuse(thrown: unknown): never {
  if (!(thrown instanceof RefusedFile)) throw thrown;
  const isTooLarge = thrown.reason === "archive-bomb" || thrown.reason === "too-long";
  const reason = isTooLarge ? "too-large" : thrown.reason === "encrypted" ? "encrypted" : "damaged";
  throw new RefusedDocument(reason, { cause: thrown });
}
