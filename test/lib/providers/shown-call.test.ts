import { execFileSync } from "node:child_process";
import fc from "fast-check";
import {
  bodyTextOf,
  credentialHider,
  curlOf,
  curlOfMarked,
  markedCall,
  shownCall,
  withoutCredentials,
} from "@/lib/providers/shown-call";

const connection = {
  baseUrl: "https://provider.test",
  headers: { "x-api-key": "sk-secret-01234567", "anthropic-version": "2023-06-01", "x-own": "short" },
};
const call = {
  method: "POST",
  url: "https://provider.test/v1/messages?key=sk-secret-01234567",
  headers: { ...connection.headers, "content-type": "application/json" },
  body: '{"model":"claude","content":"my key is sk-secret-01234567"}',
} as const;

test("credentials are hidden wherever they occur; versions and content types are shown", () => {
  expect(withoutCredentials(call, connection)).toEqual({
    method: "POST",
    url: "https://provider.test/v1/messages?key=•••",
    headers: {
      "x-api-key": "•••",
      "anthropic-version": "2023-06-01",
      "x-own": "•••",
      "content-type": "application/json",
    },
    body: '{"model":"claude","content":"my key is •••"}',
  });
});

test("the scheme of a bearer token is shown; an access code and a header in other case are hidden", () => {
  const headers = { authorization: "Bearer nk-open sesame" };
  expect(
    withoutCredentials({ ...call, headers: { Authorization: headers.authorization } }, { baseUrl: "", headers })
      .headers,
  ).toEqual({
    Authorization: "Bearer •••",
  });
  const long = { authorization: "Bearer nk-0123456789" };
  expect(withoutCredentials({ ...call, headers: long }, { baseUrl: "", headers: long }).headers).toEqual({
    authorization: "Bearer •••",
  });
});

test("a curl command has the key as a variable", () => {
  expect(curlOf({ ...call, body: "it's $HOME" }, connection)).toBe(
    [
      `curl -X POST 'https://provider.test/v1/messages?key='"$API_KEY"''`,
      `-H 'x-api-key: '"$API_KEY"''`,
      "-H 'anthropic-version: 2023-06-01'",
      `-H 'x-own: '"$API_KEY"''`,
      "-H 'content-type: application/json'",
      "--data-raw 'it'\\''s $HOME'",
    ].join(" \\\n  "),
  );
});

test("a form is displayed and copied with its fields and files", () => {
  const { body: _, ...formCall } = call;
  const content = new Blob(["12345678"], { type: "image/png" });
  const form = {
    ...formCall,
    form: { model: "gpt-image-2", prompt: "a tide" },
    files: [{ field: "image[]", name: "image-1.png", content }],
  };
  expect(bodyTextOf(form)).toBe(
    ["model: gpt-image-2", "prompt: a tide", "image[]: image-1.png (image/png, 8 bytes)"].join("\n"),
  );
  expect(curlOf(form, connection).split(" \\\n  ").slice(-3)).toEqual([
    "--form-string 'model=gpt-image-2'",
    "--form-string 'prompt=a tide'",
    "-F 'image[]=@image-1.png;type=image/png'",
  ]);
});

test("a shell passes the body of a curl command on as it is, whatever it contains", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const body = JSON.stringify({ text });
      const script = `set -- ${curlOf({ ...call, body }, connection)}\nfor last; do :; done\nprintf %s "$last"`;
      expect(script).not.toContain("sk-secret");
      expect(execFileSync("sh", ["-c", script], { encoding: "utf8", env: { ...process.env, API_KEY: "x" } })).toBe(
        body,
      );
    }),
    { numRuns: 30 },
  );
});

test("an access code of several words is hidden whole, and a short credential only in its header", () => {
  const code = { authorization: "Bearer nk-blue sky horse-battery" };
  expect(withoutCredentials({ ...call, headers: code }, { baseUrl: "", headers: code }).headers).toEqual({
    authorization: "Bearer •••",
  });
  const route = { "x-route": "claude" };
  expect(withoutCredentials({ ...call, headers: route }, { baseUrl: "", headers: route })).toMatchObject({
    headers: { "x-route": "•••" },
    body: '{"model":"claude","content":"my key is sk-secret-01234567"}',
  });
});

test("headers and parameters with the name of a credential are hidden, whoever has set them", () => {
  const canary = "canary-7";
  const custom = {
    ...call,
    url: `https://user:${canary}@provider.test/v1/messages?api-version=2&design=b&subscription-key=${canary}&sig=${canary}#a`,
    headers: { "Ocp-Apim-Subscription-Key": canary, Cookie: canary, "x-title": "Parley" },
  };
  const connectionOfUser = { baseUrl: custom.url, headers: { "x-custom": canary } };
  const shown = withoutCredentials(custom, connectionOfUser);
  expect(shown).toMatchObject({
    url: "https://•••@provider.test/v1/messages?api-version=2&design=b&subscription-key=•••&sig=•••#a",
    headers: { "Ocp-Apim-Subscription-Key": "•••", Cookie: "•••", "x-title": "Parley" },
  });
  expect(curlOf(custom, connectionOfUser)).not.toContain(canary);
});

test("a marked call contains no credential, and is displayed and copied as the call itself", () => {
  const marked = markedCall(call, connection);
  expect(JSON.stringify(marked)).not.toContain("sk-secret");
  expect(shownCall(marked)).toEqual(withoutCredentials(call, connection));
  expect(curlOfMarked(marked)).toBe(curlOf(call, connection));
});

test("a credential in a response is hidden, also if the response was cut within it", () => {
  const hide = credentialHider(connection);
  expect(hide("Invalid key: sk-secret-01234567", false)).toBe("Invalid key: •••");
  const cut = `${"x".repeat(100)}sk-secret-0123456`;
  expect(hide(cut, false)).toBe(cut);
  expect(hide(cut, true)).toBe("x".repeat(100));
});
