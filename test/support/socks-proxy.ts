import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A SOCKS proxy on this computer (RFC 1928, RFC 1929, SOCKS 4a). */
export interface SocksServer {
  readonly port: number;
  /** The destinations of the tunnels that were asked for, each with the user name where one was sent. */
  readonly asked: readonly (readonly string[])[];
  /** Resolves when a tunnel has ended. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Settings of the proxy: with a user and a password it refuses all others. `isMute`: it never replies. */
interface SocksOptions {
  readonly user?: string;
  readonly password?: string;
  readonly isMute?: boolean;
  readonly isClosed?: boolean;
}

/** Starts a proxy all of whose tunnels lead to one port of this computer; whoever starts it closes it. */
export async function startSocksProxy(target: number, options: SocksOptions = {}): Promise<SocksServer> {
  const asked: string[][] = [];
  const sockets = new Set<Socket>();
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const server = createServer((client) => {
    sockets.add(client);
    client.on("error", () => undefined);
    client.on("close", () => sockets.delete(client));
    if (options.isMute) return client.resume();
    void negotiate(client).catch(() => client.destroy());
    return client;
  });

  async function negotiate(client: Socket): Promise<void> {
    const read = readerOf(client);
    const [version] = await read(1);
    const opened = version === 4 ? await readVersion4(read) : await readVersion5(client, read);
    asked.push(opened.asked);
    if (options.isClosed) return void client.end(opened.refusal);
    const upstream = connect(target, "127.0.0.1", () => client.write(opened.grant));
    upstream.on("error", () => client.destroy());
    upstream.on("close", () => client.destroy());
    client.on("close", () => {
      upstream.destroy();
      end();
    });
    upstream.pipe(client);
    read.rest((chunk) => upstream.write(chunk));
  }

  async function readVersion5(client: Socket, read: Reader) {
    const [count = 0] = await read(1);
    const methods = [...(await read(count))];
    const method = options.user === undefined ? 0 : 2;
    if (!methods.includes(method)) {
      client.end(Buffer.from([5, 0xff]));
      throw new Error("no method");
    }
    client.write(Buffer.from([5, method]));
    const users: string[] = [];
    if (method === 2) {
      await read(1);
      const user = (await read((await read(1))[0] ?? 0)).toString();
      const password = (await read((await read(1))[0] ?? 0)).toString();
      const isRight = user === options.user && password === options.password;
      client.write(Buffer.from([1, isRight ? 0 : 1]));
      if (!isRight) throw new Error("wrong password");
      users.push(user);
    }
    const [, , , kind] = await read(4);
    const host = await readHost(read, kind);
    const port = (await read(2)).readUInt16BE();
    const reply = (status: number) => Buffer.from([5, status, 0, 1, 0, 0, 0, 0, 0, 0]);
    return { asked: [`${host}:${port}`, ...users], grant: reply(0), refusal: reply(5) };
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    ended,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function readVersion4(read: Reader) {
  await read(1);
  const port = (await read(2)).readUInt16BE();
  const address = [...(await read(4))];
  const user = await readText(read);
  const isName = address[0] === 0 && address[1] === 0 && address[2] === 0;
  const host = isName ? await readText(read) : address.join(".");
  const reply = (status: number) => Buffer.from([0, status, 0, 0, 0, 0, 0, 0]);
  return { asked: [`${host}:${port}`, ...(user === "" ? [] : [user])], grant: reply(90), refusal: reply(91) };
}

async function readHost(read: Reader, kind: number | undefined): Promise<string> {
  if (kind === 1) return [...(await read(4))].join(".");
  if (kind === 3) return (await read((await read(1))[0] ?? 0)).toString();
  const bytes = await read(16);
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16));
  return `[${groups.join(":")}]`;
}

async function readText(read: Reader): Promise<string> {
  let text = "";
  for (let [byte] = await read(1); byte; [byte] = await read(1)) text += String.fromCharCode(byte);
  return text;
}

interface Reader {
  (count: number): Promise<Buffer>;
  rest(receive: (chunk: Buffer) => void): void;
}

function readerOf(client: Socket): Reader {
  let received = Buffer.alloc(0);
  let wake = () => {};
  let pass: ((chunk: Buffer) => void) | undefined;
  client.on("data", (chunk: Buffer) => {
    if (pass) return pass(chunk);
    received = Buffer.concat([received, chunk]);
    wake();
  });
  const read = async (count: number) => {
    while (received.length < count) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const taken = received.subarray(0, count);
    received = received.subarray(count);
    return taken;
  };
  const rest = (receive: (chunk: Buffer) => void) => {
    pass = receive;
    if (received.length > 0) receive(received);
  };
  return Object.assign(read, { rest });
}
