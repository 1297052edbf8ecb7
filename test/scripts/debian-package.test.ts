/** @jest-environment node */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shrinkPackages } from "../../scripts/debian-package.mjs";
import { isThere, signPackage } from "../../scripts/desktop-tools.mjs";

// Debian's own tool makes and reads the packages.
const onDebian = isThere("dpkg-deb") && isThere("xz") ? test : test.skip;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "package-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const dpkg = (...args: string[]) => execFileSync("dpkg-deb", args, { encoding: "utf8" });
const signature = (comment: string) =>
  Buffer.from(`untrusted comment: x\nABC\ntrusted comment: ${comment}\nDEF\n`).toString("base64");

/** Builds a package as Tauri does, with gzip. */
function build(): string {
  const root = join(folder, "root");
  mkdirSync(join(root, "DEBIAN"), { recursive: true });
  mkdirSync(join(root, "usr/bin"), { recursive: true });
  writeFileSync(
    join(root, "DEBIAN/control"),
    "Package: app\nVersion: 1.3.0\nArchitecture: amd64\nMaintainer: x\nDescription: x\n",
  );
  writeFileSync(join(root, "usr/bin/app"), Array.from({ length: 30_000 }, (_, index) => `line ${index}`).join("\n"), {
    mode: 0o755,
  });
  const deb = join(folder, "deb");
  mkdirSync(deb);
  dpkg("--root-owner-group", "-Zgzip", "--build", root, join(deb, "app.deb"));
  return deb;
}

onDebian("a package becomes smaller and has the same content", async () => {
  const deb = build();
  const file = join(deb, "app.deb");
  const [content, control] = [dpkg("-c", file), dpkg("-f", file)];
  const before = statSync(file).size;
  const sign = jest.fn();
  const shrunk = await shrinkPackages(deb, sign);
  expect(shrunk).toEqual([{ name: "app.deb", before, after: statSync(file).size }]);
  expect(statSync(file).size).toBeLessThan(before);
  expect([dpkg("-c", file), dpkg("-f", file)]).toEqual([content, control]);
  dpkg("-x", file, join(folder, "out"));
  expect(readFileSync(join(folder, "out/usr/bin/app"))).toEqual(readFileSync(join(folder, "root/usr/bin/app")));
  expect(readdirSync(deb)).toEqual(["app.deb"]);
  expect(sign).not.toHaveBeenCalled();
  expect(await shrinkPackages(deb, sign)).toEqual([]);
});

onDebian("a package that is signed for updates is signed again, with its version", async () => {
  const deb = build();
  const sign = jest.fn();
  writeFileSync(join(deb, "app.deb.sig"), signature("timestamp:1\tfile:app.deb\tversion:1.3.0"));
  await shrinkPackages(deb, sign);
  expect(sign.mock.calls).toEqual([[join(deb, "app.deb"), "1.3.0"]]);
});

onDebian("a package with a signature of another form, or a damaged one, stays as it is", async () => {
  const deb = build();
  const file = join(deb, "app.deb");
  const before = readFileSync(file);
  writeFileSync(`${file}.sig`, signature("timestamp:1"));
  await expect(shrinkPackages(deb, jest.fn())).rejects.toThrow("names no version");
  expect(readFileSync(file)).toEqual(before);
  const cut = before.subarray(0, -200);
  writeFileSync(file, cut);
  await expect(shrinkPackages(deb, jest.fn())).rejects.toThrow("damaged");
  expect(readFileSync(file)).toEqual(cut);
});

test("a folder without packages is left alone, and Tauri's tool signs with the version", async () => {
  expect(await shrinkPackages(join(folder, "none"), jest.fn())).toEqual([]);
  const start = jest.fn();
  signPackage("app.deb", "1.3.0", start);
  const [[name, args]] = start.mock.calls;
  expect([name, args.slice(2)]).toEqual(["npx", ["signer", "sign", "--app-version", "1.3.0", "app.deb"]]);
});
