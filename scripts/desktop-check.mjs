import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { auditDesktop } from "./desktop-audit.mjs";
import { crate, installTools, missingToBuild, missingToTest, targetFolder } from "./desktop-tools.mjs";
import { build } from "./freshness.mjs";
import { run } from "./run.mjs";

/** A display, a session bus, and a keychain of its own that is unlocked. The command to run follows. */
export const desktopSession = [
  ...["xvfb-run", "-a", "-s", "-screen 0 1280x1000x24", "dbus-run-session", "--"],
  join(crate, "tests", "with-keychain.sh"),
];

/** Makes cargo compile our own crate with Clippy. `cargo clippy` would compile all other crates a second time. */
const linted = { RUSTC_WORKSPACE_WRAPPER: "clippy-driver" };

/** Runs cargo with Clippy, its output on screen; rejects if it fails or warns. */
function compileLinted(args) {
  return new Promise((resolve, reject) => {
    const stdio = ["ignore", "inherit", "pipe"];
    const child = spawn("cargo", args, { stdio, env: { ...process.env, ...linted, CARGO_TERM_COLOR: "never" } });
    let output = "";
    child.stderr.on("data", (part) => {
      output += part;
      process.stderr.write(part);
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0 && !/^warning/m.test(output)) resolve();
      else reject(new Error(`cargo ${args.join(" ")} ${code === 0 ? "warns" : "failed"}`));
    });
  });
}

/**
 * Checks the desktop app: format, lint, known vulnerabilities, unit tests, and its real window. Returns the reason if
 * that is not possible here; rejects if a check fails.
 */
export async function checkDesktop() {
  await installTools({ forTests: true });
  const missing = missingToBuild();
  if (missing) return missing;
  // Compiled crates outlive a clone.
  process.env.CARGO_TARGET_DIR ??= join(homedir(), ".cache", "parley-desktop");
  const fetched = spawnSync("cargo", ["fetch", "--locked"], { cwd: crate, stdio: "inherit", timeout: 600_000 });
  if (fetched.status !== 0) return "Rust's packages could not be fetched.";
  const buildApp = process.env.BUILD_APP;
  process.env.BUILD_APP = "1";
  await build("export", ".next-desktop").finally(() => {
    if (buildApp === undefined) delete process.env.BUILD_APP;
    else process.env.BUILD_APP = buildApp;
  });
  const manifest = ["--manifest-path", join(crate, "Cargo.toml")];
  await run("cargo", ["fmt", ...manifest, "--check"]);
  auditDesktop();
  await compileLinted(["test", ...manifest, "--locked", "--all-targets", "--no-run"]);
  await run("cargo", ["test", ...manifest, "--locked", "--all-targets"], linted);
  await compileLinted(["build", ...manifest, "--locked", "--bins", "--examples"]);
  const missingForWindow = missingToTest();
  if (missingForWindow) return missingForWindow;
  const [display, ...rest] = desktopSession;
  const files = readdirSync(join(crate, "tests")).filter((name) => name.endsWith(".test.mjs"));
  const tests = [
    process.execPath,
    "--test",
    "--test-concurrency=1",
    "--test-force-exit",
    ...files.map((name) => join(crate, "tests", name)),
  ];
  const DESKTOP_BINARY = join(targetFolder(), "debug", "parley-desktop");
  if (!existsSync(DESKTOP_BINARY)) throw new Error(`${DESKTOP_BINARY} is not there.`);
  await run(display, [...rest, ...tests], { DESKTOP_BINARY });
  return undefined;
}
