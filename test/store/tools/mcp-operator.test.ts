import { toolFingerprint } from "@/lib/tools/tool-fingerprint";
import { useAccess } from "@/store/settings/access";
import { mcpChoice } from "@/store/tools/mcp-choice";
import { identifyOperatorServer, toolsOfOperatorServers } from "@/store/tools/mcp-operator";
import { memoryStorage } from "@/test/support/memory-storage";

Object.assign(globalThis, { localStorage: memoryStorage(), location: { host: "app.test" }, addEventListener() {} });

/** The hash of the command that the operator's server runs. */
let hash: string | undefined = "a1b2";
beforeAll(() => {
  const { flags } = useAccess.getState();
  useAccess.setState({ reach: { relay: "/api" }, flags: { ...flags, enableMcp: true } } as never);
  globalThis.fetch = async (_url, init) =>
    Response.json(
      init?.method === "POST"
        ? { result: { tools: [{ name: "tides", inputSchema: {} }] } }
        : { servers: [{ id: "sea", status: "active", ...(hash !== undefined && { programHash: hash }) }] },
    );
});

async function fingerprint() {
  const { tools } = await toolsOfOperatorServers({ mask: { plugin: [mcpChoice("sea")] } });
  return tools.map(toolFingerprint);
}

test("permissions for an operator's server end with its command, also if its name stays @T9.2 @T9.12", async () => {
  const former = await fingerprint();
  expect(former).toHaveLength(1);
  expect(await identifyOperatorServer("sea")).toEqual({
    id: "sea",
    name: "sea",
    host: "app.test",
    serverHash: "a1b2",
  });
  expect(await fingerprint()).toEqual(former);
  hash = "c3d4";
  expect(await fingerprint()).not.toEqual(former);
  expect(await identifyOperatorServer("sea")).toMatchObject({ serverHash: "c3d4" });
  hash = undefined;
  expect(await fingerprint()).not.toEqual(former);
});
