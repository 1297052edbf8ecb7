import { readFileSync } from "node:fs";
import { deployLine, deployLink, deployPart, repositoryAddress } from "../support/deploy-link";

test("Vercel installs, builds and finds the app by commands of the project, and nothing has to be set there", () => {
  const { installCommand, buildCommand, framework, github, ...rest } = JSON.parse(readFileSync("vercel.json", "utf8"));
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  expect([framework, github]).toEqual(["nextjs", { silent: true }]);
  // Not `npm ci`, which refuses a lockfile that was written on another platform.
  expect(installCommand).toMatch(/^npm install /);
  expect(scripts[buildCommand.replace("npm run ", "")]).toBe("node scripts/build.mjs");
  expect(Object.keys(rest)).toEqual(["$schema"]);
});

const asked =
  "env=OPENAI_API_KEY,CODE&envDescription=A%20key%20for%20OpenAI%2C%20and%20the%20access%20codes%20of%20those%20who%20may%20use%20it.%20All%20else%20is%20set%20later.";

test("a link deploys the repository that package.json names, with what is to be set", () => {
  const project = { name: "parley", repository: { type: "git", url: "git+https://github.com/ada/parley.git" } };
  const link = `https://vercel.com/new/clone?repository-url=https%3A%2F%2Fgithub.com%2Fada%2Fparley&${asked}&envLink=https%3A%2F%2Fgithub.com%2Fada%2Fparley%2Fblob%2FHEAD%2Fdocs%2Foperator-guide.md%23all-variables&project-name=parley&repository-name=parley`;
  expect(deployLink(project)).toBe(link);
  expect(deployLine(project)).toBe(`[Deploy with Vercel](${link})`);
  expect(deployPart(project)).toContain(`\n${link}\n`);
});

test("where it names none, the operator guide has the link with one place to fill in, and the README leads there", () => {
  const link = `https://vercel.com/new/clone?repository-url=YOUR-REPOSITORY&${asked}&project-name=parley&repository-name=parley`;
  expect(deployLink({ name: "parley" })).toBe(link);
  expect(deployPart({ name: "parley" })).toContain(`\n${link}\n`);
  expect(deployLine({ name: "parley" })).toContain("(docs/operator-guide.md#vercel)");
});

test.each([
  ["ada/parley", "https://github.com/ada/parley"],
  ["gitlab:ada/parley", "https://gitlab.com/ada/parley"],
  ["bitbucket:ada/parley", "https://bitbucket.org/ada/parley"],
  ["https://github.com/ada/parley", "https://github.com/ada/parley"],
  ["git+ssh://git@github.com/ada/parley.git", "https://github.com/ada/parley"],
  ["git://git.example.com/ada/parley.js.git", "https://git.example.com/ada/parley.js"],
  ["", undefined],
])("the repository %j is looked at under %s", (repository, address) => {
  expect(repositoryAddress({ name: "parley", repository })).toBe(address);
});
