import { newInvitationSecret, writeDeviceLink } from "@/lib/sealing/invitation";
import { readSyncSettings, type SyncSettings } from "@/lib/settings/sync-settings";
import type { CallLimits } from "@/lib/sync/send";
import { openUpstash } from "@/lib/sync/upstash";
import { writeLinkedLocation } from "@/store/sync/invitation-contents";
import { openLink, spendLink } from "@/store/sync/invitations";
import { openRemote } from "@/store/sync/open-remote";

const expires = Date.now() + 600_000;
const upstash = readSyncSettings({
  provider: "upstash",
  upstash: { endpoint: "https://evil.example", username: "notes", apiKey: "t" },
  useProxy: false,
});
const webdav = readSyncSettings({
  provider: "webdav",
  webdav: { endpoint: "https://evil.example", username: "u", password: "p" },
  useProxy: false,
});

/** A host that answers all requests alike, with what it has sent. */
function hostileHost(respond: () => BodyInit) {
  const counts = { requests: 0, bytes: 0 };
  const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    counts.requests += 1;
    init?.signal?.throwIfAborted();
    return new Response(respond());
  };
  const open = (settings: SyncSettings, limits: CallLimits) =>
    openRemote(settings, {}, { fetch: fetch as typeof globalThis.fetch, now: Date.now }, limits);
  /** A body without an end. */
  function endless() {
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = new Uint8Array(16_384).fill(0x20);
        counts.bytes += chunk.length;
        controller.enqueue(chunk);
      },
    });
  }
  const given = { env: { now: Date.now }, current: readSyncSettings(undefined), keyIdFor: async () => undefined };
  return { counts, endless, reader: { ...given, open } };
}

async function linkTo(settings: SyncSettings): Promise<string> {
  return `#${await writeDeviceLink(writeLinkedLocation(settings, expires) ?? "", newInvitationSecret())}`;
}

const result = (value: string) => JSON.stringify({ result: value });

test.each([
  ["a huge number of pieces", "4000000000", "empty"],
  ["an invitation of many pieces", "9999 AAAA", "altered"],
])("before the confirmation, %s costs a few requests @V12.8", async (_name, value, outcome) => {
  const { counts, reader } = hostileHost(() => result(value));
  expect(await openLink(await linkTo(upstash), undefined, reader)).toBe(outcome);
  expect(counts.requests).toBeLessThanOrEqual(20);
});

test.each([
  ["Upstash", upstash],
  ["WebDAV", webdav],
])("before the confirmation, %s can send little @V12.8", async (_name, settings) => {
  const { counts, endless, reader } = hostileHost(() => endless());
  expect(await openLink(await linkTo(settings), undefined, reader)).toBe("altered");
  expect(counts.requests).toBeLessThanOrEqual(2);
  expect(counts.bytes).toBeLessThan(200_000);
});

test("a readable file of any size at a location is reported as such", async () => {
  let isFirst = true;
  const { counts, endless, reader } = hostileHost(() => {
    const body = isFirst ? "" : endless();
    isFirst = false;
    return body;
  });
  expect(await openLink(await linkTo(webdav), undefined, reader)).toBe("empty");
  expect(counts.bytes).toBeLessThan(1_300_000);
});

test("closing the dialog ends the requests", async () => {
  const closing = new AbortController();
  closing.abort();
  const { counts, reader } = hostileHost(() => "");
  await expect(openLink(await linkTo(webdav), closing.signal, reader)).rejects.toMatchObject({ code: "sync-failed" });
  expect(counts.requests).toBeLessThanOrEqual(1);
});

test("a host that confirms each deletion ends no join with endless requests", async () => {
  const { counts, reader } = hostileHost(() => result(counts.requests === 1 ? "1 AA==" : "1"));
  const opened = { settings: upstash, secret: newInvitationSecret() } as never;
  expect(await spendLink(opened, { isSent: false }, undefined, reader)).toBeUndefined();
  expect(counts.requests).toBe(3);
});

test("Upstash has at most as many pieces as our names allow", async () => {
  let sent = 0;
  const remote = openUpstash(upstash.upstash, {}, async () => {
    sent += 1;
    return { status: 200, body: result("1") };
  });
  await remote.objects.remove("0".repeat(32));
  expect(sent).toBe(10_000);
  const counted = openUpstash(upstash.upstash, {}, async () => ({ status: 200, body: result("4000000000") }));
  await expect(counted.get()).rejects.toMatchObject({ details: { problem: "altered" } });
});
