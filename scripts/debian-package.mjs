import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const magic = "!<arch>\n";

/**
 * Recompresses the packages of a folder with xz: gzip makes them a third larger. One that is signed for updates is
 * signed again. Returns the names of the changed files, each with its size before and after in bytes.
 *
 * @param {string} folder
 * @param {(file: string, version: string) => unknown} sign
 */
export async function shrinkPackages(folder, sign) {
  if (!existsSync(folder)) return [];
  const shrunk = [];
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".deb"))) {
    const file = join(folder, name);
    const before = readFileSync(file);
    const after = compressed(before);
    if (after.equals(before)) continue;
    const signature = `${file}.sig`;
    // Read first: a signature that names no version would stop later with a package that it does not fit.
    const version = existsSync(signature) ? signedVersion(readFileSync(signature, "utf8")) : undefined;
    // Replaced as a whole, so that an interrupted build leaves no half package.
    writeFileSync(`${file}.part`, after);
    renameSync(`${file}.part`, file);
    if (version !== undefined) await sign(file, version);
    shrunk.push({ name, before: before.length, after: statSync(file).size });
  }
  return shrunk;
}

/** Returns a package with its files compressed by xz; one of another form stays as it is. */
function compressed(archive) {
  const members = membersOf(archive);
  const data = members.find(({ name }) => name === "data.tar.gz");
  if (!data) return archive;
  const content = xz(gunzipSync(data.content));
  return archiveOf(members.map((member) => (member === data ? { ...data, name: "data.tar.xz", content } : member)));
}

function xz(content) {
  const { stdout, stderr, status, error } = spawnSync("xz", ["-9e", "--threads=1", "--stdout"], {
    input: content,
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`The package could not be compressed with xz: ${error?.message ?? stderr}`);
  return stdout;
}

/** Returns the members of an archive of `ar`, the form of Debian's packages. */
function membersOf(archive) {
  if (archive.toString("latin1", 0, magic.length) !== magic) throw new Error("This is no Debian package.");
  const members = [];
  for (let at = magic.length; at + 60 <= archive.length; ) {
    const header = archive.toString("latin1", at, at + 60);
    const size = Number(header.slice(48, 58));
    const end = at + 60 + size;
    if (header.slice(58) !== "`\n" || !Number.isSafeInteger(size) || end > archive.length)
      throw new Error("The Debian package is damaged.");
    members.push({
      name: header.slice(0, 16).trim().replace(/\/$/, ""),
      facts: header.slice(16, 48),
      content: archive.subarray(at + 60, end),
    });
    at = end + (size % 2);
  }
  return members;
}

function archiveOf(members) {
  const parts = members.flatMap(({ name, facts, content }) => [
    Buffer.from(`${name.padEnd(16)}${facts}${String(content.length).padEnd(10)}\`\n`, "latin1"),
    content,
    Buffer.from(content.length % 2 ? "\n" : ""),
  ]);
  return Buffer.concat([Buffer.from(magic), ...parts]);
}

/** Returns the version that a signature of Tauri names in its trusted comment. */
function signedVersion(signature) {
  const text = Buffer.from(signature, "base64").toString("utf8");
  const version = /^trusted comment: .*\bversion:(\S+)/m.exec(text)?.[1];
  if (!version) throw new Error("The signature of the package names no version.");
  return version;
}
