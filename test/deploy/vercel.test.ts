import { readFileSync } from "node:fs";
import { deployLine, deployLink, deployPart, repositoryAddress } from "../support/deploy-link";

test("vercel.json installs and builds with the project's commands, so nothing has to be configured on Vercel", () => {
  const { installCommand, buildCommand, framework, github, ...rest } = JSON.parse(readFileSync("vercel.json", "utf8"));
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  expect([framework, github]).toEqual(["nextjs", { silent: true }]);
  // Not `npm ci`, which refuses a lockfile that was written on another platform.
  expect(installCommand).toMatch(/^npm install /);
  expect(scripts[buildCommand.replace("npm run ", "")]).toBe("node scripts/build.mjs");
  expect(Object.keys(rest)).toEqual(["$schema"]);
});

/** Returns the parameters of a deploy link. */
const parametersOf = (link: string) => Object.fromEntries(new URL(link).searchParams);

test("the link deploys the repository of package.json and asks for a key and access codes", () => {
  const project = { name: "parley", repository: { type: "git", url: "git+https://github.com/ada/parley.git" } };
  const link = deployLink(project);
  expect(link).toMatch(/^https:\/\/vercel\.com\/new\/clone\?/);
  expect(parametersOf(link)).toEqual({
    "repository-url": "https://github.com/ada/parley",
    env: "OPENAI_API_KEY,CODE",
    envDescription: expect.stringContaining("OpenAI"),
    envLink: "https://github.com/ada/parley/blob/HEAD/docs/operator-guide.md#all-variables",
    "project-name": "parley",
    "repository-name": "parley",
  });
  expect(deployLine(project)).toContain(`](${link})`);
  expect(deployPart(project)).toContain(`\n${link}\n`);
});

test("without a repository, the operator guide has the link with a placeholder, and the README links to it", () => {
  const project = { name: "parley" };
  const link = deployLink(project);
  expect(parametersOf(link)).toMatchObject({ "repository-url": "YOUR-REPOSITORY", env: "OPENAI_API_KEY,CODE" });
  expect(parametersOf(link)).not.toHaveProperty("envLink");
  expect(deployPart(project)).toContain(`\n${link}\n`);
  expect(deployPart(project)).toContain("`YOUR-REPOSITORY`");
  expect(deployLine(project)).toContain("(docs/operator-guide.md#vercel)");
});

test.each([
  ["ada/parley", "https://github.com/ada/parley"],
  ["gitlab:ada/parley", "https://gitlab.com/ada/parley"],
  ["bitbucket:ada/parley", "https://bitbucket.org/ada/parley"],
  ["https://github.com/ada/parley", "https://github.com/ada/parley"],
  ["git+ssh://git@github.com/ada/parley.git", "https://github.com/ada/parley"],
  ["git://git.example.com/ada/parley.js.git", "https://git.example.com/ada/parley.js"],
  ["", undefined],
])("the web address of the repository %j is %s", (repository, address) => {
  expect(repositoryAddress({ name: "parley", repository })).toBe(address);
});
