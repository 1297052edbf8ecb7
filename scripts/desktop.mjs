import { join } from "node:path";
import { shrinkPackages } from "./debian-package.mjs";
import {
  crate,
  installTools,
  isThere,
  missingToBuild,
  packDesktop,
  signPackage,
  targetFolder,
} from "./desktop-tools.mjs";
import { build, install } from "./freshness.mjs";
import { run } from "./run.mjs";

// Starts the desktop app (`npm run desktop`), or builds its packages (`npm run desktop:build`). See docs/desktop.md.
const isPackaging = process.argv[2] === "build";
await installTools({ forTests: false });
const missing = missingToBuild();
if (missing) {
  console.error(missing);
  process.exit(1);
}
await install();
process.env.BUILD_APP = "1";
await build("export", ".next-desktop");
process.chdir(crate);
if (isPackaging) {
  const bundles = process.argv[3] ?? { linux: "deb", darwin: "app,dmg", win32: "nsis" }[process.platform] ?? "deb";
  await packDesktop(bundles);
  process.chdir("..");
  const packages = join(targetFolder(), "release", "bundle");
  if (isThere("xz")) {
    for (const { name, before, after } of await shrinkPackages(join(packages, "deb"), signPackage))
      console.info(`${name}: ${megabytes(before)} compressed to ${megabytes(after)} MB.`);
  } else console.info("Without xz, a .deb package stays a third larger. On Debian: apt-get install xz-utils");
  console.info(`The packages are in ${packages}.`);
} else await run("cargo", ["run", "--locked"]);

function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}
