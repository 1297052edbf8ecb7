import { type ChildProcess, spawn } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";

/** A server of others that runs on this computer; whoever starts it stops it. */
export interface PeerProcess {
  readonly port: number;
  signal(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/** Starts a program on a free port and waits until it answers. Throws where it is not installed, or ends before. */
export async function startPeer(
  program: string,
  argumentsOf: (port: number) => readonly string[],
  answers: (port: number) => Promise<boolean>,
  givenPort?: number,
): Promise<PeerProcess> {
  const port = givenPort ?? (await freePort());
  const child = spawn(program, argumentsOf(port), { stdio: "ignore" });
  const state = watch(child, program);
  while (!(await answers(port))) {
    if (state.failure) throw state.failure;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    signal: (signal) => void child.kill(signal),
    async stop() {
      child.kill("SIGTERM");
      await state.ended;
    },
  };
}

function watch(child: ChildProcess, program: string) {
  const state: { failure?: Error; ended: Promise<void> } = { ended: Promise.resolve() };
  state.ended = new Promise((resolve) => {
    child.on("error", (cause) => {
      state.failure = new Error(`${program} is not installed; npm run e2e installs it on Debian.`, { cause });
      resolve();
    });
    child.on("exit", () => {
      state.failure ??= new Error(`${program} ended before it answered.`);
      resolve();
    });
  });
  return state;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
