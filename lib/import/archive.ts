import { type UnpackBudget, unpack } from "@/lib/import/zip-contents";
import { readZipDirectory, type ZipMember } from "@/lib/import/zip-directory";

/** A zip archive whose directory has been read. */
export interface Archive {
  /** Files that contain chats, in order; empty if it is not a known export. */
  readonly chatFiles: readonly ZipMember[];
  /** Returns the file whose name starts with an id, such as an image. */
  memberFor(id: string): ZipMember | undefined;
  /** Unpacks a member. Throws RefusedFile. */
  unpack(member: ZipMember): AsyncGenerator<Uint8Array>;
}

/**
 * Opens an archive, of which at most `maxBytes` are unpacked. Only members that contain chats, and images that chats
 * refer to, are ever unpacked. Throws RefusedFile.
 */
export async function openArchive(file: Blob, maxBytes: number): Promise<Archive> {
  const members = await readZipDirectory(file);
  const budget: UnpackBudget = { left: maxBytes };
  let byName: readonly (readonly [string, ZipMember])[] | undefined;
  return {
    chatFiles: chatFilesAmong(members),
    memberFor(id) {
      byName ??= members.map((member) => [fileNameOf(member), member] as const).sort(byFirst);
      return beginningWith(byName, id);
    },
    unpack: (member) => unpack(file, member, budget),
  };
}

/**
 * Names of chat files: ChatGPT and Claude have `conversations.json`, ChatGPT also numbered ones, Cherry Studio
 * `data.json`.
 */
const chatFile = /^(?:conversations(?:-(\d+))?|data)\.json$/;

/** Returns the chat files, which are at the top level of the archive or in a single folder. */
function chatFilesAmong(members: readonly ZipMember[]): ZipMember[] {
  return members
    .flatMap((member) => {
      const found = member.name.split("/").length <= 2 ? chatFile.exec(fileNameOf(member)) : null;
      return found ? [{ member, number: Number(found[1] ?? -1) }] : [];
    })
    .sort((one, other) => one.number - other.number)
    .map(({ member }) => member);
}

function fileNameOf({ name }: ZipMember): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

function byFirst([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : Number(one > other);
}

/** Returns the first member whose name is an id, or an id followed by a separator. */
function beginningWith(byName: readonly (readonly [string, ZipMember])[], id: string): ZipMember | undefined {
  let low = 0;
  let high = byName.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((byName[middle]?.[0] ?? "") < id) low = middle + 1;
    else high = middle;
  }
  for (let found = byName[low]; found?.[0].startsWith(id); found = byName[++low]) {
    if (!/^\w/.test(found[0].slice(id.length))) return found[1];
  }
  return undefined;
}
