import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pagePolicy, withPolicy, writePolicies } from "../../scripts/script-policy.mjs";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const page = `<html><head><script src="/a.js" async=""></script></head><body><script>one()</script><script id="x">two("é")
</script><script>one()</script></body></html>`;

/** The sources that a page names for its scripts. */
function scriptSources(html: string): readonly string[] {
  return /script-src ([^;]*)/.exec(pagePolicy(html))?.[1]?.split(" ") ?? [];
}

test("only allows scripts of our own files and inline scripts by their hashes @H5.4", () => {
  expect(scriptSources(page)).toEqual(["'self'", "'wasm-unsafe-eval'", hashOf("one()"), hashOf('two("é")\n')]);
});

test("does not allow other inline scripts, eval, plugins, or another base @H5.4", () => {
  const policy = pagePolicy(page);
  expect(policy.replace(/style-src[^;]*/, "")).not.toMatch(/unsafe-inline|'unsafe-eval'|unsafe-hashes/);
  expect(policy).toMatch(/default-src 'self'.*object-src 'none'; base-uri 'none'; form-action 'self'/);
});

test("the policy is before everything that the page loads", () => {
  expect(withPolicy(page)).toMatch(
    /^<html><head><meta http-equiv="Content-Security-Policy" content="[^"]*"\/><script src/,
  );
});

test("each page of a build has its own policy, once, and pages of others keep theirs", () => {
  const folder = mkdtempSync(join(tmpdir(), "policies-"));
  try {
    mkdirSync(join(folder, "chat"));
    for (const name of ["chat/index.html", "preview.html", "chat/index.txt"]) writeFileSync(join(folder, name), page);
    for (let time = 0; time < 2; time++) writePolicies(folder, (path: string) => path !== "preview.html");
    const read = (name: string) => readFileSync(join(folder, name), "utf8");
    expect([read("chat/index.html"), read("preview.html"), read("chat/index.txt")]).toEqual([
      withPolicy(page),
      page,
      page,
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
