import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const page = readFileSync("public/run/index.html", "utf8");
const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];

test("the sandbox of code runs its own script and workers from memory, and connects to nothing @T9.10", () => {
  const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = ""]) =>
    createHash("sha256").update(text).digest("base64"),
  );
  expect(policy.split("; ")).toEqual([
    "default-src 'none'",
    `script-src 'sha256-${scripts.join()}' blob: 'wasm-unsafe-eval'`,
    "worker-src blob:",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
});
