import { readFileSync } from "node:fs";
import { parse } from "yaml";

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

const text = readFileSync(".github/workflows/desktop.yml", "utf8");
const workflow = parse(text);
const { package: job } = workflow.jobs;
const steps: readonly Step[] = job.steps;

test("the packages of three systems are built by hand, with the command of docs/desktop.md", () => {
  expect(workflow.on).toEqual({ workflow_dispatch: null });
  expect(job.strategy.matrix.os.map((os: string) => os.split("-")[0])).toEqual(["ubuntu", "windows", "macos"]);
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(steps.map(({ run }) => run)).toContain("npm run desktop:build");
  expect(scripts["desktop:build"]).toBeDefined();
  // Debian's packages are those of scripts/desktop-tools.mjs.
  const installed = /apt-get install --yes (.*)/.exec(text)?.[1]?.split(" ") ?? [];
  const tools = readFileSync("scripts/desktop-tools.mjs", "utf8");
  expect(installed.length).toBeGreaterThan(3);
  for (const name of installed) expect(tools).toContain(`"${name}"`);
});

test("the job may only read, uses GitHub's own actions, and text from outside never becomes a command", () => {
  expect(workflow.permissions).toEqual({ contents: "read" });
  expect(job.permissions).toBeUndefined();
  expect(steps.flatMap(({ uses }) => uses ?? []).filter((name) => !name.startsWith("actions/"))).toEqual([]);
  expect(steps.flatMap(({ run }) => run ?? []).filter((command) => command.includes("${{"))).toEqual([]);
});

test("the run has what an update needs: packages, the app for macOS, and their signatures", () => {
  const upload = job.steps.find(({ uses }: Step) => uses?.startsWith("actions/upload-artifact"));
  const folder = "desktop-target/release/bundle";
  const files = ["deb/*.deb", "nsis/*.exe", "dmg/*.dmg", "macos/*.app.tar.gz", "**/*.sig"];
  expect(upload.with.path.trim().split("\n")).toEqual(files.map((file) => `${folder}/${file}`));
});
