/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { ToolView } from "@/components/tools/tool-view";
import { clickGuardMs } from "@/components/ui/use-click-guard";
import type { MessageTool } from "@/lib/chat/message";
import { useToolRules } from "@/store/tools/tool-rules";
import * as views from "@/store/tools/tool-views";
import { WithMessages } from "../../support/with-messages";

jest.mock("@/store/tools/tool-views", () => ({
  addViewText: jest.fn(),
  createViewCalls: jest.fn(),
  createViewContext: () => () => {},
  loadView: jest.fn(),
  openViewLink: jest.fn(),
}));
const { createViewCalls, loadView } = jest.mocked(views);

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
  createViewCalls.mockReset().mockReturnValue({ callTool: async () => ({}), readResource: async () => ({}) });
});
afterEach(() => jest.useRealTimers());

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const frame = () => screen.getByTitle<HTMLIFrameElement>("Interactive page from Tides");
const click = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

/** Renders the page of a call and shows it. */
async function showPage(tool: MessageTool = call) {
  const { view } = tool;
  if (!view) throw new Error("no page");
  const rendered = render(<ToolView sessionId="chat" tool={tool} view={view} isLive={false} />, {
    wrapper: WithMessages,
  });
  await pass(0);
  click("Show page");
  await pass(0);
  return rendered;
}

/** Sends a message of the page's frame. */
function post(data: unknown) {
  act(() => void window.dispatchEvent(new MessageEvent("message", { data, source: frame().contentWindow })));
}

test("a stored result is parsed once, not at each render of a growing reply", async () => {
  const text = JSON.stringify({ content: [], structuredContent: { level: 2 } });
  const tool: MessageTool = { ...call, view: { server: "s", uri: "ui://a", result: text } };
  const { rerender } = await showPage(tool);
  const parse = jest.spyOn(JSON, "parse");
  rerender(<ToolView sessionId="chat" tool={{ ...tool }} view={{ server: "s", uri: "ui://a" }} isLive={false} />);
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
