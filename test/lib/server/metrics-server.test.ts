/** @jest-environment node */
import { type Server as HttpServer, request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { createMetrics } from "@/lib/server/metrics";
import { readMetricsPlace } from "@/lib/server/metrics-place";
import { startMetricsServer } from "@/lib/server/metrics-server";

const app = { isVercel: false, appPort: "3000" };

function place(port: string, host = "", given = app) {
  const problems: string[] = [];
  return [readMetricsPlace({ METRICS_PORT: port, METRICS_HOST: host }, given, problems), problems];
}

test("the port is that of this computer alone, unless a host is set", () => {
  expect(place("")).toEqual([undefined, []]);
  expect(place("9464")).toEqual([{ port: 9464, host: "127.0.0.1" }, []]);
  expect(place("9464", "::1")).toEqual([{ port: 9464, host: "::1" }, []]);
  const open = "METRICS_HOST lets other computers read the metrics without a secret: limit who reaches this port.";
  expect(place("9464", "0.0.0.0")).toEqual([{ port: 9464, host: "0.0.0.0" }, [open]]);
});

test.each<[string, string, typeof app, string]>([
  ["0", "", app, "METRICS_PORT is not a number from 1 to 65535, so the metrics have none."],
  ["65536", "", app, "METRICS_PORT is not a number from 1 to 65535, so the metrics have none."],
  ["nine", "", app, "METRICS_PORT is not a number from 1 to 65535, so the metrics have none."],
  ["3000", "", app, "METRICS_PORT is the port of the app: use another one."],
  ["", "::1", app, "METRICS_HOST has no effect without METRICS_PORT."],
  ["9464", "", { ...app, isVercel: true }, "METRICS_PORT has no effect on Vercel: use /api/metrics there."],
])("the port %j with the host %j is reported", (port, host, given, problem) => {
  expect(place(port, host, given)).toEqual([undefined, [problem]]);
});

const lines: string[] = [];
const metrics = createMetrics(() => 0);
const opened: HttpServer[] = [];

afterEach(() => {
  for (const server of opened.splice(0)) server.close();
  lines.length = 0;
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function start(host = "127.0.0.1"): Promise<number> {
  const port = await freePort();
  const config = { metricsPlace: { port, host }, allowedHosts: ["chat.example"] };
  const server = startMetricsServer({ config, metrics, log: (line) => void lines.push(line) });
  if (!server) throw new Error("No server.");
  opened.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  return port;
}

interface Asked {
  readonly path?: string;
  readonly method?: string;
  readonly host?: string;
}

function ask(port: number, { path = "/metrics", method = "GET", host = "localhost" }: Asked = {}) {
  return new Promise<{ status?: number | undefined; type?: string | undefined; text: string }>((resolve, reject) => {
    const sent = request(
      { port, path, method, host: "127.0.0.1", headers: { host }, agent: false },
      async (response) => {
        let text = "";
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode, type: response.headers["content-type"], text });
      },
    );
    sent.on("error", reject).end();
  });
}

test("the port has the metrics without a secret, and nothing else", async () => {
  const port = await start();
  metrics.countCall("/api/config", 200, undefined);
  for (const path of ["/metrics", "/api/metrics", "/metrics?format=text"]) {
    const { status, type, text } = await ask(port, { path });
    expect([status, type]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
    expect(text).toBe(metrics.text());
  }
  for (const path of ["/", "/api/config", "/admin", "/metrics/more", "//metrics"]) {
    expect([path, (await ask(port, { path })).status]).toEqual([path, 404]);
  }
  expect(await ask(port, { method: "POST" })).toMatchObject({ status: 405, text: "" });
});

test("a page whose name points to this computer cannot read the metrics", async () => {
  const port = await start();
  const statuses = [];
  for (const host of ["evil.example", "localhost,evil.example", "chat.example", "127.0.0.1", "parley.localhost:9464"]) {
    statuses.push((await ask(port, { host })).status);
  }
  expect(statuses).toEqual([403, 403, 200, 200, 200]);
  // Other computers use names that only the operator knows.
  expect((await ask(await start("0.0.0.0"), { host: "parley:9464" })).status).toBe(200);
});

test("a port that is in use is logged, and the app goes on", async () => {
  const port = await start();
  const config = { metricsPlace: { port, host: "127.0.0.1" }, allowedHosts: [] };
  const second = startMetricsServer({ config, metrics, log: (line) => void lines.push(line) });
  await new Promise((resolve) => second?.once("error", resolve));
  expect(lines).toEqual(["Metrics: METRICS_PORT cannot be opened (EADDRINUSE)."]);
});

test("without a port there is no server", () => {
  const config = { metricsPlace: undefined, allowedHosts: [] };
  expect(startMetricsServer({ config, metrics, log() {} })).toBeUndefined();
});
