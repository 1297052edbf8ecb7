import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to an app that the test can break, as a device loses its network. */
export interface BreakableProxy {
  readonly url: string;
  /** Breaks all connections, and lets no new ones through until `mend`. */
  cut(): void;
  /** Lets connections through again, to the same app or to another one. */
  mend(appUrl?: string): void;
  stop(): Promise<void>;
}

/** Starts a proxy before an app. */
export async function startBreakableProxy(appUrl: string): Promise<BreakableProxy> {
  let port = new URL(appUrl).port;
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) return socket.destroy();
    const upstream = connect(Number(port), "127.0.0.1");
    for (const [each, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(each);
      each.on("error", () => other.destroy());
      each.on("close", () => {
        sockets.delete(each);
        other.destroy();
      });
      each.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend(nextUrl = appUrl) {
      port = new URL(nextUrl).port;
      isCut = false;
    },
    async stop() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
