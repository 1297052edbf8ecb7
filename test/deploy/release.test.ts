import { readFileSync } from "node:fs";
import { parse } from "yaml";

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

const workflow = parse(readFileSync(".github/workflows/release.yml", "utf8"));
const steps: readonly Step[] = workflow.jobs.image.steps;
const builds = steps.filter(({ uses }) => uses?.startsWith("docker/build-push-action@"));
const dockerfile = readFileSync("Dockerfile", "utf8");
const mcpDockerfile = readFileSync("deploy/mcp.Dockerfile", "utf8");
const linesFrom = (text: string, start: RegExp) => text.slice(text.search(start)).trim();

test("a tag publishes both images with a list of packages and a record of the build @P11.4", () => {
  expect(workflow.on).toEqual({ push: { tags: ["v*.*.*"] } });
  expect(builds.map(({ with: given = {} }) => [given.file, given.push, given.sbom, given.provenance])).toEqual([
    [undefined, true, true, "mode=max"],
    ["deploy/mcp.Dockerfile", true, true, "mode=max"],
  ]);
  // The second image is built on exactly the first.
  expect(builds[1]?.with?.["build-args"]).toBe(
    `IMAGE=\${{ steps.name.outputs.image }}@\${{ steps.app.outputs.digest }}`,
  );
});

test("each job has only the permissions that it needs, and text from outside never becomes a command @P11.4", () => {
  expect(workflow.permissions).toEqual({ contents: "read" });
  expect(workflow.jobs.release.permissions).toEqual({ contents: "write" });
  expect(workflow.jobs.image.permissions).toEqual({
    contents: "read",
    packages: "write",
    "id-token": "write",
    attestations: "write",
  });
  const commands = [...steps, ...workflow.jobs.release.steps].flatMap(({ run }: Step) => run ?? []);
  expect(commands.filter((command) => command.includes("${{"))).toEqual([]);
});

test("the image with npx has the same base, user, port, health check and start as the image @P11.4", () => {
  const base = /node:20\.\S+@sha256:[\da-f]{64}/;
  expect(base.exec(mcpDockerfile)?.[0]).toBe(base.exec(dockerfile)?.[0]);
  expect(linesFrom(mcpDockerfile, /^USER/m)).toBe(
    linesFrom(dockerfile, /^USER/m).replace(/^# A small young generation.*\n/m, ""),
  );
  expect(mcpDockerfile).toContain("COPY --from=app /app ./\n");
});
