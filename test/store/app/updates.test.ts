import { createUpdates } from "@/store/app/updates";
import { type FakeAnswer, fakeEnvironment } from "../../support/fake-environment";

const source = { kind: "tag", feed: "https://feed.test/tags?per_page=1", page: "" } as const;
const start = 1_800_000_000_000;
const hour = 3_600_000;

function setUp(...responses: readonly FakeAnswer[]) {
  const env = fakeEnvironment({ now: start, responses });
  return { env, useUpdates: createUpdates({ env }) };
}

const told = (name: unknown) => () => Response.json([{ name }]);

function known({ getState }: ReturnType<typeof createUpdates>) {
  const { state, remoteVersion, lastUpdate } = getState();
  return { state, remoteVersion, lastUpdate };
}

test("requests the feed at most every two hours, unless forced", async () => {
  const { env, useUpdates } = setUp(told("v1"), told("v2"), told("v3"));
  const { check } = useUpdates.getState();
  await check(source);
  await env.advance(2 * hour - 1);
  await check(source);
  expect(known(useUpdates)).toEqual({ state: "idle", remoteVersion: "v1", lastUpdate: start });
  await check(source, true);
  expect(known(useUpdates)).toEqual({ state: "idle", remoteVersion: "v2", lastUpdate: start + 2 * hour - 1 });
  await env.advance(2 * hour);
  await check(source);
  expect(known(useUpdates).remoteVersion).toBe("v3");
  expect(env.calls.map(({ url }) => url)).toEqual([source.feed, source.feed, source.feed]);
});

test("uses the stored state, and ignores a check time in the future", async () => {
  const { env, useUpdates } = setUp(told("v2"));
  useUpdates.getState().hydrate({ lastUpdate: start - hour, remoteVersion: "v1" });
  await useUpdates.getState().check(source);
  expect(env.calls).toEqual([]);
  useUpdates.getState().hydrate({ lastUpdate: start + hour, remoteVersion: "v1" });
  await useUpdates.getState().check(source);
  expect(known(useUpdates)).toEqual({ state: "idle", remoteVersion: "v2", lastUpdate: start });
});

test("shows a running check in the state, and does not start a second one", async () => {
  const { env, useUpdates } = setUp(told("v1"));
  const checking = useUpdates.getState().check(source);
  expect(useUpdates.getState().state).toBe("checking");
  await useUpdates.getState().check(source, true);
  await checking;
  expect(env.calls).toHaveLength(1);
});

describe("keeps the known version if the response is", () => {
  beforeEach(() => void jest.spyOn(console, "warn").mockImplementation(() => {}));
  afterEach(() => jest.restoreAllMocks());

  test.each<[string, FakeAnswer]>([
    ["no feed", () => Response.json({ message: "Not found" })],
    ["a page", () => new Response("<html>")],
    ["a name that is not a version", told("newest!")],
    ["a number", told(2)],
    ["an error with a version in it", () => Response.json([{ name: "v9" }], { status: 403 })],
    ["endless", () => new Response("[".repeat(300_000))],
    [
      "a broken network",
      () => {
        throw new TypeError("Failed to fetch");
      },
    ],
  ])("%s", async (_name, answer) => {
    const { useUpdates } = setUp(answer);
    useUpdates.getState().hydrate({ lastUpdate: 0, remoteVersion: "v1" });
    await useUpdates.getState().check(source);
    expect(known(useUpdates)).toEqual({ state: "failed", remoteVersion: "v1", lastUpdate: start });
  });
});

test.each([undefined, null, 7, [], { lastUpdate: "soon", remoteVersion: 4 }, { lastUpdate: -5 }])(
  "loads no version from a stored %j",
  (stored) => {
    const { useUpdates } = setUp();
    useUpdates.getState().hydrate(stored);
    expect(known(useUpdates)).toEqual({ state: "idle", remoteVersion: "", lastUpdate: 0 });
  },
);
