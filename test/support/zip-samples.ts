import { deflateRawSync } from "node:zlib";

/** A file to be put into an archive, and what its directory shall say of it that is not so. */
export interface ZipSample {
  readonly name: string;
  readonly contents: string | Uint8Array;
  /** How it is packed; by deflate unless said otherwise. */
  readonly method?: number;
  readonly isEncrypted?: boolean;
  /** The size that the archive claims. */
  readonly claimedSize?: number;
}

/** Makes a zip archive as any program would, or one that lies. */
export function zipOf(...samples: readonly ZipSample[]): Uint8Array<ArrayBuffer> {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const sample of samples) {
    const { header, entry, packed, name } = partsOf(sample, offset);
    files.push(header, name, packed);
    directory.push(entry, name);
    offset += header.length + name.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(samples.length, 8);
  end.writeUInt16LE(samples.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Uint8Array.from(Buffer.concat([...files, list, end]));
}

function partsOf({ name, contents, method = 8, isEncrypted = false, claimedSize }: ZipSample, offset: number) {
  const bytes = Buffer.from(contents);
  const packed = method === 8 ? deflateRawSync(bytes) : bytes;
  const named = Buffer.from(name);
  // What both headers say, from the flags on.
  const shared = Buffer.alloc(24);
  shared.writeUInt16LE(isEncrypted ? 1 : 0, 0);
  shared.writeUInt16LE(method, 2);
  shared.writeUInt32LE(packed.length, 12);
  shared.writeUInt32LE(claimedSize ?? bytes.length, 16);
  shared.writeUInt16LE(named.length, 20);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  shared.copy(header, 6);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  shared.copy(entry, 8);
  entry.writeUInt32LE(offset, 42);
  return { header, entry, packed, name: named };
}

/** The smallest picture that there is: one dot. */
export const onePixelPng = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
