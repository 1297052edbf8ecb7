import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";

/** An HTTP proxy on this computer that opens tunnels. */
export interface ConnectProxy {
  readonly port: number;
  readonly url: string;
  /** What tunnels were asked for, each with its credential where one was sent. */
  readonly asked: readonly (readonly string[])[];
  close(): Promise<void>;
}

/** Starts a proxy all of whose tunnels lead to one port of this computer; whoever starts it closes it. */
export async function startConnectProxy(port: number, status = 200): Promise<ConnectProxy> {
  const asked: string[][] = [];
  const server = createServer((_request, response) => void response.writeHead(400).end());
  server.on("connect", ({ url = "", headers }, client) => {
    const credential = headers["proxy-authorization"];
    asked.push(credential === undefined ? [url] : [url, credential]);
    client.on("error", () => undefined);
    if (status !== 200) return client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const target = connect(port, "127.0.0.1", () => client.write("HTTP/1.1 200 OK\r\n\r\n"));
    target.on("error", () => client.destroy());
    client.on("close", () => target.destroy());
    client.pipe(target).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    port: ownPort,
    url: `http://127.0.0.1:${ownPort}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
