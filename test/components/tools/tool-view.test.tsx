/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { ToolCalls } from "@/components/tools/tool-calls";
import { clickGuardMs } from "@/components/ui/use-click-guard";
import type { MessageTool } from "@/lib/chat/message";
import { useToolRules } from "@/store/tools/tool-rules";
import * as views from "@/store/tools/tool-views";
import { withSeal } from "@/store/tools/view-seals";
import { WithMessages } from "../../support/with-messages";

jest.mock("@/store/tools/tool-views", () => ({
  addViewText: jest.fn(),
  createViewCalls: jest.fn(),
  createViewContext: () => () => {},
  identifyServer: jest.fn(),
  loadView: jest.fn(),
  openViewLink: jest.fn(),
}));
const { createViewCalls, identifyServer, loadView } = jest.mocked(views);

const server = { id: "s", name: "Tides", host: "tides.example" };
const origins = { connect: ["https://b.example"], resource: [], rejected: [] };
const call: MessageTool = {
  ...{ id: "c", name: "tides", argumentsText: "{}", state: "done", result: "high" },
  ...{ kind: "mcp", source: server.name, host: server.host },
  view: { server: server.id, uri: "ui://a" },
};

beforeEach(() => {
  jest.useFakeTimers();
  useToolRules.setState({ views: [] });
  loadView.mockReset().mockResolvedValue({ server, page: { html: "<p>", origins, hasBorder: true } });
  identifyServer.mockReset().mockResolvedValue(server);
  createViewCalls.mockReset().mockReturnValue({ callTool: async () => ({}), readResource: async () => ({}) });
});
afterEach(() => jest.useRealTimers());

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const frame = () => screen.getByTitle<HTMLIFrameElement>("Interactive page from Tides");
const click = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

/** Waits for the code of pages, which is loaded on first use. */
const loaded = () =>
  act(async () => {
    await import("@/components/tools/tool-view");
    await jest.advanceTimersByTimeAsync(0);
  });

/** The calls of a reply, with one call. */
function calls(tool: MessageTool, streaming = false) {
  const steps = [{ kind: "call" as const, tool, index: 0 }];
  return <ToolCalls sessionId="chat" messageId="m" steps={steps} isLive={streaming} isLast={streaming} />;
}

/** Renders the page of a call and shows it. */
async function showPage(tool: MessageTool = call) {
  const rendered = render(calls(tool), { wrapper: WithMessages });
  await loaded();
  click("Show page");
  await pass(0);
  return rendered;
}

/** Sends a message of the page's frame. */
function post(data: unknown) {
  act(() => void window.dispatchEvent(new MessageEvent("message", { data, source: frame().contentWindow })));
}

test("the end of another call of a page does not move a button under the pointer @T9.13", async () => {
  await showPage();
  const onChange = createViewCalls.mock.calls[0]?.[0].onChange;
  const other: MessageTool = { id: "a", name: "refresh", argumentsText: "{}", state: "running" };
  const asking: MessageTool = { ...other, id: "b", state: "waiting", ask: "ask" };
  act(() => onChange?.([other, asking]));
  await pass(clickGuardMs);
  expect(document.querySelector("[aria-disabled=true]")).toBeNull();
  act(() => onChange?.([{ ...other, state: "failed", isError: true, result: "long" }, asking]));
  expect(screen.getByText(/waiting for approval/).closest("[aria-disabled=true]")).not.toBeNull();
});

/** Sends a request or notification of the page. */
function send(message: object) {
  post({ rpc: JSON.stringify({ jsonrpc: "2.0", ...message }) });
}

/** Starts the page's connection. Returns what the page receives of its call. */
async function receivedByPage() {
  const received: { readonly method?: string; readonly params?: unknown }[] = [];
  const page = frame().contentWindow;
  if (page) page.postMessage = ({ rpc }: { rpc?: string }) => void (rpc && received.push(JSON.parse(rpc)));
  send({ id: 0, method: "ui/initialize", params: { protocolVersion: "2026-01-26", appCapabilities: {} } });
  await pass(0);
  send({ method: "ui/notifications/initialized", params: {} });
  await pass(0);
  return received.flatMap(({ method, params }) => (method?.startsWith("ui/notifications/tool-") ? [params] : []));
}

const complete = JSON.stringify({ content: [], structuredContent: { level: 2 } });

/** A call whose result this device has received. */
function received(tool: MessageTool): MessageTool {
  const { argumentsText, result: text = "", view = { server: "s", uri: "ui://a" } } = tool;
  return { ...tool, view: withSeal({ server, ownName: tool.name, argumentsText, view, text, isError: false }) };
}

const withResult: MessageTool = {
  ...call,
  argumentsText: '{"place":"Kiel"}',
  view: { server: "s", uri: "ui://a", result: complete },
};
const own = received(withResult);

test("a page receives its call if this device has received the result @T9.12", async () => {
  await showPage(own);
  expect(await receivedByPage()).toEqual([{ arguments: { place: "Kiel" } }, JSON.parse(complete)]);
  expect(screen.queryByText(/This device didn’t receive the result/)).toBeNull();
});

test.each<[string, MessageTool]>([
  ["of an imported chat", withResult],
  ["with changed arguments", { ...own, argumentsText: '{"place":"Hamburg"}' }],
  ["with a changed result", { ...own, view: { server: "s", uri: "ui://a", ...own.view, result: '{"content":[]}' } }],
])("a page does not receive a call %s, and the user learns it @T9.12", async (_name, tool) => {
  await showPage(tool);
  expect(await receivedByPage()).toEqual([{ reason: "This device did not receive the result." }]);
  expect(screen.getByText(/This device didn’t receive the result/)).toBeInTheDocument();
});

test("a page does not receive a call that reached another address of its server @T9.12", async () => {
  loadView.mockResolvedValue({
    server: { ...server, host: "other.example" },
    page: { html: "<p>", origins, hasBorder: true },
  });
  await showPage(own);
  expect(await receivedByPage()).toEqual([{ reason: "This device did not receive the result." }]);
});

test("a page that is open during its call receives the call and its end, also without a seal @T9.12", async () => {
  const running: MessageTool = {
    ...withResult,
    state: "running",
    result: undefined,
    view: { server: "s", uri: "ui://a" },
  };
  const { rerender } = render(calls(running, true), { wrapper: WithMessages });
  await loaded();
  click("Show page");
  await pass(0);
  const got = await receivedByPage();
  expect(got).toEqual([{ arguments: { place: "Kiel" } }]);
  const sent: unknown[] = [];
  const page = frame().contentWindow;
  if (page) page.postMessage = ({ rpc }: { rpc?: string }) => void (rpc && sent.push(JSON.parse(rpc).params));
  rerender(calls({ ...running, state: "failed", isError: true, result: "no network" }, true));
  await pass(0);
  expect(sent).toEqual([{ content: [{ type: "text", text: "no network" }], isError: true }]);
});

test("a stored result is parsed once, not at each render of a growing reply", async () => {
  const text = complete;
  const tool = own;
  const { rerender } = await showPage(tool);
  const parse = jest.spyOn(JSON, "parse");
  rerender(calls({ ...tool }));
  const parsed = parse.mock.calls.filter(([given]) => given === text || given.includes("structuredContent"));
  parse.mockRestore();
  expect(parsed).toEqual([]);
});

const height = () => frame().style.blockSize;

test("a page does not become lower while it asks, and a click at once after a move does not count @T9.13", async () => {
  await showPage();
  click("Allow for Tides");
  expect(useToolRules.getState().views).toEqual([]);
  post({ height: 400, title: "" });
  post({ height: 90, title: "" });
  expect(height()).toBe("400px");
  await pass(clickGuardMs);
  post({ height: 500, title: "" });
  click("Allow for Tides");
  expect(useToolRules.getState().views).toEqual([]);
  await pass(clickGuardMs);
  click("Allow for Tides");
  expect(useToolRules.getState().views).toMatchObject([{ sourceId: "s", origins: ["https://b.example"] }]);
  post({ height: 400, title: "" });
  post({ height: 90, title: "" });
  expect(height()).toBe("90px");
});

test("a page does not become lower while a question of its call is open @T9.13", async () => {
  loadView.mockResolvedValue({
    server,
    page: { html: "<p>", origins: { connect: [], resource: [], rejected: [] }, hasBorder: true },
  });
  await showPage();
  const onChange = createViewCalls.mock.calls[0]?.[0].onChange;
  const asking: MessageTool = { id: "r", name: "refresh", argumentsText: "{}", state: "waiting", ask: "ask" };
  post({ height: 400, title: "" });
  act(() => onChange?.([asking]));
  expect(document.querySelector("[aria-disabled=true]")).toHaveTextContent("waiting for approval");
  post({ height: 90, title: "" });
  expect(height()).toBe("400px");
  act(() => onChange?.([{ ...asking, state: "done", result: "" }]));
  expect(height()).toBe("90px");
});

test("names and permissions are those of the app's server, whatever an imported message claims @T9.12", async () => {
  const lying: MessageTool = { ...call, source: "Your bank", host: "bank.example" };
  identifyServer.mockResolvedValue(undefined);
  const { unmount } = render(calls(lying), { wrapper: WithMessages });
  await loaded();
  expect(screen.queryByRole("button", { name: /^Always show/ })).toBeNull();
  unmount();

  identifyServer.mockResolvedValue(server);
  await showPage(lying);
  expect(frame()).toBeInTheDocument();
  click("Hide page");
  await pass(0);
  await pass(clickGuardMs);
  expect(screen.getByRole("region", { name: "Interactive page from Tides" })).toBeInTheDocument();
  click("Always show pages from Tides");
  expect(useToolRules.getState().views).toMatchObject([
    { sourceId: "s", source: "Tides", host: "tides.example", opens: true },
  ]);
  await pass(0);
});

test("an always shown page starts with its call, but not if the chat is opened after the call @T9.12", async () => {
  useToolRules.getState().allowView(server, { opens: true });
  const running: MessageTool = { ...call, state: "running", result: undefined };
  const { rerender, unmount } = render(calls({ ...running, view: undefined }, true), { wrapper: WithMessages });
  rerender(calls(call, true));
  await loaded();
  await pass(0);
  expect(frame()).toBeInTheDocument();
  unmount();

  render(calls(call, true), { wrapper: WithMessages });
  await pass(0);
  expect(screen.getByRole("button", { name: "Show page" })).toBeInTheDocument();
  expect(screen.queryByTitle("Interactive page from Tides")).toBeNull();
});

test("a restarted page begins without calls, and later changes of its earlier frame are ignored", async () => {
  await showPage();
  const before = createViewCalls.mock.calls.at(-1)?.[0].onChange;
  const done: MessageTool = { id: "r", name: "refresh", argumentsText: "{}", state: "done", result: "" };
  const list = () => screen.queryByRole("list", { name: "Requests from this page" });
  act(() => before?.([done]));
  expect(list()).toHaveTextContent("refresh");
  click("Restart");
  await pass(0);
  expect(list()).toBeNull();
  act(() => before?.([{ ...done, name: "earlier" }]));
  expect(list()).toBeNull();
});

test("the text before the start does not promise a blocked network once hosts are allowed @T9.12", async () => {
  render(calls(call), { wrapper: WithMessages });
  await loaded();
  expect(screen.getByText(/without network access/)).toBeInTheDocument();
  act(() => useToolRules.getState().allowView(server, { origins: ["https://a.example", "https://b.example"] }));
  expect(screen.queryByText(/without network access/)).toBeNull();
  expect(screen.getByText(/It can connect to 2 hosts that you have allowed/)).toBeInTheDocument();
});
