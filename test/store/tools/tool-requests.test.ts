import { createToolRequests } from "@/store/tools/tool-requests";
import { fakeEnvironment } from "../../support/fake-environment";

const tool = { source: { kind: "mcp", id: "1", name: "Trips" }, host: "trips.test" } as const;
const request = { type: "form", message: "Name?", fields: [] } as const;

function setUp() {
  const store = createToolRequests({ env: fakeEnvironment() });
  const waiting: string[] = [];
  const controller = new AbortController();
  const ask = () =>
    store.getState().ask(tool, { request, signal: controller.signal, onWaiting: (id) => waiting.push(id) });
  return { store, waiting, controller, ask };
}

test("a request waits with the name and host of its source until the user replies", async () => {
  const { store, waiting, ask } = setUp();
  const reply = ask();
  const [id = ""] = waiting;
  expect(store.getState().requests).toEqual({ [id]: { request, source: "Trips", host: "trips.test" } });
  store.getState().reply(id, { action: "accept", values: { name: "Ada" } });
  expect(await reply).toEqual({ action: "accept", values: { name: "Ada" } });
  expect(store.getState().requests).toEqual({});
});

test("a stopped reply cancels its requests", async () => {
  const { store, waiting, controller, ask } = setUp();
  const reply = ask();
  controller.abort();
  expect([await reply, store.getState().requests]).toEqual([{ action: "cancel" }, {}]);
  expect(await ask()).toEqual({ action: "cancel" });
  expect(waiting).toHaveLength(1);
});
