import { readFileSync } from "node:fs";

test("Vercel installs, builds and finds the app by commands of the project, and nothing has to be set there", () => {
  const { installCommand, buildCommand, framework, github, ...rest } = JSON.parse(readFileSync("vercel.json", "utf8"));
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  expect([framework, github]).toEqual(["nextjs", { silent: true }]);
  // Not `npm ci`, which refuses a lockfile that was written on another platform.
  expect(installCommand).toMatch(/^npm install /);
  expect(scripts[buildCommand.replace("npm run ", "")]).toBe("node scripts/build.mjs");
  expect(Object.keys(rest)).toEqual(["$schema"]);
});
