import { connect, type Socket } from "node:net";
import { SocksClient } from "socks";
import type { SocksProxy } from "@/lib/server/outgoing-proxy";

/**
 * Opens a tunnel through a SOCKS proxy, which resolves the host name.
 *
 * Errors contain only a message, because those of the library contain the proxy's password.
 */
export async function openSocksTunnel(
  { host, port, version, user, password }: SocksProxy,
  destination: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<Socket> {
  signal.throwIfAborted();
  const socket = connect({ host, port });
  const abort = () => socket.destroy(new Error("The tunnel was not opened in time."));
  signal.addEventListener("abort", abort);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    await SocksClient.createConnection({
      command: "connect",
      existing_socket: socket,
      destination: { ...destination },
      proxy: {
        host,
        port,
        type: version,
        ...(user !== undefined && { userId: user }),
        ...(password !== undefined && { password }),
      },
    });
    return socket;
  } catch (thrown) {
    socket.destroy();
    throw new Error(`The SOCKS proxy did not open a tunnel: ${thrown instanceof Error ? thrown.message : "unknown"}`);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
