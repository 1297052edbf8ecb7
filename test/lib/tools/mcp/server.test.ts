import { addressProblem, headersOf, readMcpServers } from "@/lib/tools/mcp/server";

test.each([
  ["https://tides.test/mcp", undefined],
  ["http://127.0.0.1:4301/mcp", undefined],
  ["http://localhost/mcp", undefined],
  ["http://[::1]/mcp", undefined],
  ["http://tides.test/mcp", "not-https"],
  ["http://localhost.evil.test/mcp", "not-https"],
  ["https://me:secret@tides.test/mcp", "user-info"],
  ["javascript:alert(1)", "no-address"],
  ["tides", "no-address"],
  ["  ", "empty"],
  ["http://192.168.1.20:8080/mcp", "unencrypted"],
  ["http://nas.local/mcp", "unencrypted"],
])("checks the address %p: %p", (address, problem) => {
  expect(addressProblem(address)).toBe(problem);
});

test.each([
  ["http://192.168.1.20:8080/mcp", "192.168.1.20:8080", undefined],
  ["http://192.168.1.20:8081/mcp", "192.168.1.20:8080", "unencrypted"],
  ["http://192.168.1.20/mcp", "192.168.1.21", "unencrypted"],
  ["http://me:secret@nas/mcp", "nas", "user-info"],
  ["http://tides.test/mcp", "tides.test", "not-https"],
  ["http://8.8.8.8/mcp", "8.8.8.8", "not-https"],
])("checks %p with the consent for %p: %p @T9.6", (address, plainHost, problem) => {
  expect(addressProblem(address, plainHost)).toBe(problem);
});

const stored = {
  id: "1",
  createdAt: 5,
  name: "Tides",
  url: "https://tides.test/mcp",
  transport: "http",
  headers: [{ name: "X-Key", token: "k" }],
  headersHost: "tides.test",
  isOn: false,
} as const;

test("reads stored servers newest first; skips those without a secure address and repairs other errors", () => {
  const servers = {
    1: stored,
    2: { id: "2", createdAt: 9, url: "https://new.test/mcp", transport: "carrier pigeon" },
    3: { ...stored, id: "3", url: "http://plain.test" },
  };
  expect(readMcpServers({ servers })).toEqual([
    {
      ...{ id: "2", createdAt: 9, name: "", url: "https://new.test/mcp" },
      ...{ transport: "auto", headers: [], headersHost: "", isOn: true },
    },
    stored,
  ]);
  expect(readMcpServers("nothing")).toEqual([]);
});

test("reads a server in the local network only with the consent for its host", () => {
  const nas = { ...stored, url: "http://nas.local/mcp", headersHost: "nas.local" };
  const servers = {
    1: { ...nas, id: "1", plainHost: "nas.local" },
    2: { ...nas, id: "2" },
    3: { ...nas, id: "3", plainHost: "other.local" },
    4: { ...nas, id: "4", plainHost: 1 },
  };
  expect(readMcpServers({ servers })).toEqual([servers[1]]);
});

test("sends headers only to the host that they were entered for", () => {
  expect(headersOf(stored)).toEqual({ "X-Key": "k" });
  expect(headersOf({ ...stored, url: "https://other.test/mcp" })).toEqual({});
});
