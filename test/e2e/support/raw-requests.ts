import { connect } from "node:net";
import { expect } from "@playwright/test";
import type { AppServer } from "./app-server";
import { serverKey } from "./fixtures";

/** Writes a request as it goes over the wire; the server is asked to close the connection after it. */
export function requestOf(method: string, target: string, headers: readonly string[], content = ""): string {
  const close = headers.some((header) => header.startsWith("connection:")) ? [] : ["connection: close"];
  return [`${method} ${target} HTTP/1.1`, "host: 127.0.0.1", ...close, ...headers, "", content].join("\r\n");
}

/**
 * Sends a request as it is written, and returns all that comes back until the server closes the connection. One that it
 * leaves open fails the test, and so do words of the server's own about itself.
 *
 * @param isCut the caller says that it sends no more
 */
export async function exchange(
  { url }: Pick<AppServer, "url">,
  request: string | Buffer,
  isCut = false,
): Promise<{ status: number; answer: string }> {
  const answer = await new Promise<string>((resolve, reject) => {
    let received = "";
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => {
      socket.write(request);
      if (isCut) socket.end();
    });
    socket.setEncoding("utf8");
    socket.on("data", (text) => (received += text));
    socket.on("error", reject);
    socket.on("close", () => resolve(received));
  });
  expect(answer).not.toMatch(/node_modules|\.js:\d|\bat \S+ \(/);
  expect(answer).not.toContain(serverKey);
  return { status: Number(answer.split(" ")[1]), answer };
}
