import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isThere, packDesktop } from "../../scripts/desktop-tools.mjs";

test("a program is found in the PATH of each system", () => {
  const folder = mkdtempSync(join(tmpdir(), "path-"));
  try {
    writeFileSync(join(folder, "cargo.exe"), "");
    writeFileSync(join(folder, "pkg-config"), "");
    const windows = { env: { Path: `C:\\Windows;${folder}`, PATHEXT: ".COM;.EXE" }, platform: "win32" } as const;
    expect(isThere("cargo", windows)).toBe(true);
    expect(isThere("pkg-config", windows)).toBe(false);
    const linux = { env: { PATH: `/nowhere:${folder}` }, platform: "linux" } as const;
    expect(isThere("pkg-config", linux)).toBe(true);
    expect(isThere("cargo", linux)).toBe(false);
    expect(isThere("cargo", { env: {} })).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Packs with a stand-in for npx. Returns its arguments, and the content of the file that they name. */
async function argumentsFor(config: string | undefined) {
  let seen: readonly string[] = [];
  let content = "";
  const start = async (_name: string, args: readonly string[]) => {
    seen = args;
    if (config) content = readFileSync(args[args.length - 1] ?? "", "utf8");
  };
  await packDesktop("deb", { config, start });
  return { seen, content };
}

test("the operator's configuration reaches the tool that packs", async () => {
  const config = '{"bundle":{"createUpdaterArtifacts":true}}';
  const { seen, content } = await argumentsFor(config);
  expect(seen.slice(2, 6)).toEqual(["build", "--bundles", "deb", "--config"]);
  expect(content).toBe(config);
  expect(existsSync(seen[6] ?? "")).toBe(false);
  expect((await argumentsFor(undefined)).seen).toEqual([
    "--yes",
    "@tauri-apps/cli@2.12.5",
    "build",
    "--bundles",
    "deb",
  ]);
});
