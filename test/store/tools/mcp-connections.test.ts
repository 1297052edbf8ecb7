import { toolFingerprint } from "@/lib/tools/tool-fingerprint";
import { sampleSession } from "@/test/support/chat-samples";
import { type OwnMcpServer, startOwnMcp } from "@/test/support/mcp-own";
import { memoryStorage } from "@/test/support/memory-storage";

const storage = memoryStorage();
Object.assign(globalThis, {
  localStorage: storage,
  addEventListener: () => {},
  location: { origin: "https://app.test" },
});

/** The page as it is after a load: everything but what is stored begins anew. */
async function loadPage() {
  jest.resetModules();
  const [mcp, connections, choice, removal, signIns] = await Promise.all([
    import("@/store/tools/mcp"),
    import("@/store/tools/mcp-connections"),
    import("@/store/tools/mcp-choice"),
    import("@/store/tools/mcp-removal"),
    import("@/store/tools/mcp-sign-ins"),
  ]);
  const { useMcp } = mcp;
  await useMcp.whenRead();
  const { connect, disconnect, toolsOfMcpServers, useMcpStatuses } = connections;
  endSessions.push(() => Object.keys(useMcpStatuses.getState().statuses).forEach(disconnect));
  return {
    ...{ connect, disconnect, toolsOfMcpServers },
    add: (url: string, headers: { name: string; token: string }[] = []) =>
      useMcp.getState().add({ name: "", url, transport: "auto", headers }),
    change: (id: string, patch: Parameters<ReturnType<typeof useMcp.getState>["change"]>[1]) =>
      useMcp.getState().change(id, patch),
    servers: () => useMcp.getState().servers,
    statuses: () => useMcpStatuses.getState().statuses,
    remove: removal.removeServer,
    signIns: () => signIns.useMcpSignIns.getState(),
    sessionWith: (...ids: string[]) => {
      const session = sampleSession({ id: "s1" });
      return { ...session, mask: { ...session.mask, plugin: ids.map(choice.mcpChoice) } };
    },
  };
}

/** Resolves once changes to large documents are written. */
const written = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Ends the sessions of the pages of a test: their streams would stay open. */
let endSessions: (() => void)[] = [];
afterEach(() => {
  for (const end of endSessions) end();
  endSessions = [];
});

let own: OwnMcpServer;
beforeAll(async () => {
  own = await startOwnMcp({ letsPagesIn: true });
});
afterAll(() => own.close());

beforeEach(async () => {
  storage.values.clear();
  await own.describe("The next tide");
});

const quiet = () => ({ signal: new AbortController().signal, onProgress: () => {} });
const said = (text: string) => ({ text });

test("a responding server is ready with its tools; its status is dropped on disconnect", async () => {
  const page = await loadPage();
  const server = page.add(own.address);
  const connecting = page.connect(server);
  expect(page.statuses()).toEqual({ [server.id]: { state: "connecting" } });
  expect(await connecting).toMatchObject({ state: "ready", tools: [{ name: "tide", description: "The next tide" }] });
  page.disconnect(server.id);
  expect(page.statuses()).toEqual({});
});

test("an unreachable server has failed and has no tools for a chat; once it is reachable, the chat has its tools", async () => {
  const page = await loadPage();
  const gone = await startOwnMcp({ letsPagesIn: true });
  await gone.close();
  const server = page.add(gone.address);
  const session = page.sessionWith(server.id);
  const { host } = new URL(gone.address);
  expect(await page.toolsOfMcpServers(session)).toEqual({ tools: [], unreachable: [host] });
  page.change(server.id, { name: "Tides" });
  expect((await page.toolsOfMcpServers(session)).unreachable).toEqual(["Tides"]);
  expect(page.statuses()[server.id]).toMatchObject({ state: "failed", kind: "network" });
  page.change(server.id, { url: own.address });
  expect(await page.toolsOfMcpServers(session)).toMatchObject({
    tools: [{ name: "tide", host: new URL(own.address).host }],
    unreachable: [],
  });
});

test("another path of the same host is another server for permissions, unlike another name or query @T9.2", async () => {
  const page = await loadPage();
  const server = page.add(own.address);
  const fingerprints = async () =>
    (await page.toolsOfMcpServers(page.sessionWith(server.id))).tools.map(toolFingerprint);
  const former = await fingerprints();
  page.change(server.id, { name: "Tides", url: `${own.address}?key=1` });
  expect(await fingerprints()).toEqual(former);
  const { pathname } = new URL(own.address);
  page.change(server.id, { url: own.address.replace(pathname, `/other${pathname}`) });
  const [changed] = await fingerprints();
  expect(changed).toMatch(/./);
  expect(former).not.toContain(changed);
});

test("connects only to enabled servers that the chat has selected", async () => {
  const page = await loadPage();
  const [one, other, off] = [page.add(own.address), page.add(own.address), page.add(own.address)];
  page.change(off.id, { isOn: false });
  const { tools, unreachable } = await page.toolsOfMcpServers(page.sessionWith(one.id, off.id, "gone"));
  expect(unreachable).toEqual([]);
  expect(tools.map(({ source }) => source.id)).toEqual([one.id]);
  expect(Object.keys(page.statuses())).toEqual([one.id]);
  expect(page.statuses()[other.id]).toBeUndefined();
});

test("opens another session for the next call after the server has forgotten the session", async () => {
  const page = await loadPage();
  const server = page.add(own.address);
  const [tide] = (await page.toolsOfMcpServers(page.sessionWith(server.id))).tools;
  own.forget();
  expect(await tide?.run({}, quiet())).toEqual(said("The next tide"));
});

test("runs the current version of a tool that its server changes while it is offered", async () => {
  const page = await loadPage();
  const server = page.add(own.address);
  const [tide] = (await page.toolsOfMcpServers(page.sessionWith(server.id))).tools;
  expect((await tide?.asNow?.())?.description).toBe("The next tide");
  await own.describe("Sends money");
  while ((await tide?.asNow?.())?.description !== "Sends money") await new Promise(setImmediate);
  expect(tide?.description).toBe("The next tide");
});

test("a reload keeps servers and sign-ins, but not their status", async () => {
  const before = await loadPage();
  const server = before.add(own.address);
  await before.connect(server);
  await written();
  before.signIns().set(own.address, { tokens: { access_token: "tide-token" } });
  const page = await loadPage();
  expect(page.servers()).toEqual([server]);
  expect(page.signIns().signIns[own.address]?.tokens).toEqual({ access_token: "tide-token" });
  expect(page.statuses()).toEqual({});
});

test("a token is only sent to the server it came from, and headers only to the host they were entered for", async () => {
  const other = await startOwnMcp({ letsPagesIn: true });
  const page = await loadPage();
  page.signIns().set(own.address, { tokens: { access_token: "tide-token", token_type: "Bearer" } });
  const [signedIn, stranger] = [page.add(own.address), page.add(other.address, [{ name: "x-key", token: "one" }])];
  await Promise.all([page.connect(signedIn), page.connect(stranger)]);
  const sent = ({ arrived }: OwnMcpServer, header: string) =>
    new Set(arrived.filter(({ method }) => method === "POST").map(({ headers }) => headers[header]));
  expect(sent(own, "authorization")).toContain("Bearer tide-token");
  expect(sent(other, "authorization")).toEqual(new Set([undefined]));
  expect(sent(other, "x-key")).toEqual(new Set(["one"]));
  const before = own.arrived.length;
  page.change(stranger.id, { url: own.address });
  await page.connect(page.servers().find(({ id }) => id === stranger.id) ?? stranger);
  expect(own.arrived.slice(before).map(({ headers }) => headers["x-key"])).not.toContain("one");
  await other.close();
});

test("a deleted server takes its sign-in along unless another one shares the address; undo brings both back", async () => {
  const page = await loadPage();
  const tokens = { access_token: "tide-token" };
  page.signIns().set(own.address, { tokens });
  const [first, second] = [page.add(own.address), page.add(own.address)];
  page.remove(first);
  expect(page.signIns().signIns[own.address]?.tokens).toEqual(tokens);
  const undo = page.remove(second);
  expect([page.servers(), page.signIns().signIns]).toEqual([[], {}]);
  undo();
  expect(page.servers().map(({ id }) => id)).toEqual([second.id]);
  expect(page.signIns().signIns[own.address]?.tokens).toEqual(tokens);
});
