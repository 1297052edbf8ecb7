import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { createServer } from "node:http";

/** Creates a key of an operator, in the form of minisign, which Tauri uses. */
export function newOperator() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const id = randomBytes(8);
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  const encoded = (...parts) => Buffer.concat(parts).toString("base64");
  const lines = (...texts) => Buffer.from(`${texts.join("\n")}\n`).toString("base64");
  return {
    publicKey: lines("untrusted comment: minisign public key", encoded(Buffer.from("Ed"), id, raw)),
    /** Signs a package together with its version. */
    sign(content, version) {
      const comment = `timestamp:1\tfile:app\tversion:${version}`;
      const signature = sign(null, createHash("blake2b512").update(content).digest(), privateKey);
      const whole = sign(null, Buffer.concat([signature, Buffer.from(comment)]), privateKey);
      return lines(
        "untrusted comment: signature",
        encoded(Buffer.from("ED"), id, signature),
        `trusted comment: ${comment}`,
        whole.toString("base64"),
      );
    },
  };
}

/**
 * Starts the operator's server of updates. `offer` is what it offers: a version, its signature, and the content. With
 * `isCut`, it ends the connection in the middle of the content.
 */
export async function startUpdateServer() {
  const offer = { version: "0.0.1", signature: "", content: Buffer.alloc(0), isCut: false };
  let downloads = 0;
  const server = createServer((request, response) => {
    if (request.url === "/release") {
      const { version, signature } = offer;
      response.setHeader("content-type", "application/json");
      return response.end(JSON.stringify({ version, signature, url: `${url}/package` }));
    }
    downloads += 1;
    response.writeHead(200, { "content-length": offer.content.length });
    if (!offer.isCut) return response.end(offer.content);
    response.write(offer.content.subarray(0, offer.content.length / 2), () => request.socket.destroy());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  return { url, offer, downloads: () => downloads, close: () => server.close() };
}
