import { crate, installTools, missingToBuild, packDesktop, targetFolder } from "./desktop-tools.mjs";
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
  console.info(`The packages are in ${targetFolder()}/release/bundle.`);
} else await run("cargo", ["run", "--locked"]);
