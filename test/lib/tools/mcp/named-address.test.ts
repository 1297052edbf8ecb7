import { canServerName } from "@/lib/tools/mcp/named-address";

const publicServer = "https://mcp.example/mcp";
const networkServer = "https://192.168.1.20/mcp";
const ownServer = "http://localhost:8931/mcp";

const ofPublic = ["https://auth.example/token", "https://auth.example:8443/", "https://[2606:4700::1]/", publicServer];
const ofNetwork = [
  "https://192.168.1.1/token",
  "https://10.0.0.8:8443/",
  "https://router.local/",
  "https://sso.corp/",
  "https://nas/",
  "https://[fd00::1]/",
  "https://169.254.169.254/latest/meta-data/",
];
const ofThisComputer = [
  "http://localhost:9000/token",
  "https://localhost./",
  "http://auth.localhost/",
  "http://127.0.0.1:11434/api/tags",
  "https://0x7f.1/",
  "https://2130706433/",
  "https://0.0.0.0/",
  "http://[::1]/",
  "https://[::ffff:127.0.0.1]/",
];
const ofNobody = [
  "http://auth.example/",
  "http://192.168.1.1/",
  "https://ada:pass@auth.example/",
  "https://auth.example/#part",
  "javascript:alert(1)",
  "data:text/html,x",
  "blob:https://mcp.example/1",
  "file:///etc/passwd",
  "ftp://auth.example/",
];

test.each([
  ["a public server", publicServer, ofPublic],
  ["a server in the local network", networkServer, [...ofPublic, ...ofNetwork]],
  ["a server on this computer", ownServer, [...ofPublic, ...ofNetwork, ...ofThisComputer]],
])("%s may name public addresses and those of its own network @T9.6", (_, server, named) => {
  const all = [...ofPublic, ...ofNetwork, ...ofThisComputer, ...ofNobody];
  expect(all.filter((address) => canServerName(server, new URL(address)))).toEqual(named);
});
