import { createShellFetch, type ShellRequests } from "@/lib/platform/desktop-fetch";

interface Sent {
  readonly description: Record<string, unknown>;
  readonly body: Uint8Array;
}

/** A shell that responds with pieces, and records what it is asked. */
function fakeShell({ pieces = [], ...given }: Partial<ShellRequests> & { readonly pieces?: (string | object)[] } = {}) {
  const sent: Sent[] = [];
  const cancelled: number[] = [];
  const reads: number[] = [];
  const rest = [...pieces];
  const shell: ShellRequests = {
    async send(request) {
      const length = new DataView(request.buffer).getUint32(0, true);
      const description = JSON.parse(new TextDecoder().decode(request.subarray(4, 4 + length)));
      sent.push({ description, body: request.subarray(4 + length) });
      return { status: 200, statusText: "OK", headers: [["x-a", "b"]] };
    },
    async read(id) {
      reads.push(id);
      const piece = rest.shift() ?? "";
      if (typeof piece === "object") throw piece;
      return new TextEncoder().encode(piece).buffer as ArrayBuffer;
    },
    cancel: async (id) => void cancelled.push(id),
    ...given,
  };
  return { fetch: createShellFetch(shell), sent, cancelled, reads };
}

test("a request is sent as bytes with its description", async () => {
  const { fetch, sent } = fakeShell({ pieces: ["one ", "two"] });
  const response = await fetch("https://a.example/v1?x=1#part", {
    method: "POST",
    headers: { "X-Api-Key": "k" },
    body: "ä",
    redirect: "error",
  });
  expect(sent[0]?.description).toEqual({
    id: expect.any(Number),
    method: "POST",
    url: "https://a.example/v1?x=1",
    headers: { "content-type": "text/plain;charset=UTF-8", "x-api-key": "k" },
    redirect: "error",
  });
  expect([...(sent[0]?.body ?? [])]).toEqual([0xc3, 0xa4]);
  expect([response.status, response.statusText, response.headers.get("x-a")]).toEqual([200, "OK", "b"]);
  expect(await response.text()).toBe("one two");
});

test("a form is sent with the boundary of its parts", async () => {
  const { fetch, sent } = fakeShell();
  const form = new FormData();
  form.append("prompt", "a lake");
  form.append("file", new Blob(["bytes"]), "a.png");
  await fetch("https://a.example/", { method: "POST", body: form });
  const boundary = /boundary=([^"]+)"/.exec(JSON.stringify(sent[0]?.description))?.[1] ?? "missing";
  const text = new TextDecoder().decode(sent[0]?.body);
  expect(text).toContain(boundary);
  expect(text).toContain("a lake");
});

test("a request that fails on its way is a response with status 599 and the reason", async () => {
  const failure = { kind: "certificate", reason: "invalid peer certificate: Expired" };
  const { fetch } = fakeShell({ send: () => Promise.reject(failure) });
  const response = await fetch("https://a.example/");
  expect(response.status).toBe(599);
  expect(await response.json()).toEqual({ error: { message: failure.reason, type: "certificate" } });
});

test("a response that breaks off is an error with the reason, after its bytes", async () => {
  const { fetch } = fakeShell({ pieces: ["one", { kind: "network", reason: "connection reset" }] });
  const reader = (await fetch("https://a.example/")).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("one");
  await expect(reader?.read()).rejects.toEqual(new TypeError("connection reset"));
});

test("an abort stops the request before, during and after its beginning", async () => {
  const early = fakeShell();
  await expect(early.fetch("https://a.example/", { signal: AbortSignal.abort("early") })).rejects.toBe("early");
  expect(early.sent).toEqual([]);

  const controller = new AbortController();
  let refuse: (reason: object) => void = () => {};
  const during = fakeShell({
    send: () => new Promise((_, reject) => (refuse = reject)),
    cancel: async () => refuse({ kind: "stopped", reason: "The request was stopped." }),
  });
  const waiting = during.fetch("https://a.example/", { signal: controller.signal });
  setTimeout(() => controller.abort("during"), 20);
  await expect(waiting).rejects.toBe("during");

  const late = new AbortController();
  const { fetch, cancelled } = fakeShell({
    read: () => new Promise((_, reject) => (refuse = reject)),
    cancel: async (id) => {
      cancelled.push(id);
      refuse({ kind: "stopped", reason: "The request was stopped." });
    },
  });
  const response = await fetch("https://a.example/", { signal: late.signal });
  const text = response.text();
  setTimeout(() => late.abort("late"), 20);
  await expect(text).rejects.toBe("late");
  expect(cancelled).toHaveLength(1);
});

test("bytes that nobody reads are not requested", async () => {
  const { fetch, reads, cancelled } = fakeShell({ pieces: Array.from({ length: 1000 }, () => "x".repeat(1000)) });
  const response = await fetch("https://a.example/");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(reads.length).toBeLessThanOrEqual(1);
  await response.body?.cancel();
  expect(cancelled).toHaveLength(1);
});

test.each([204, 205, 304])("a response with status %d has no body and gives up its connection", async (status) => {
  const { fetch, cancelled } = fakeShell({ send: async () => ({ status, statusText: "", headers: [] }) });
  expect((await fetch("https://a.example/")).status).toBe(status);
  expect(cancelled).toHaveLength(1);
});
