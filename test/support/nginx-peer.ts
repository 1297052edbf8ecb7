import { writeFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PeerProcess, startPeer } from "./peer-process";

/** The folders in which nginx stores temporary files; those of its defaults belong to root. */
const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/** Starts nginx with the configuration of the profile `scale`, in front of servers on the given ports. */
export async function startNginx(ports: readonly number[]): Promise<PeerProcess> {
  const folder = await mkdtemp(join(tmpdir(), "parley-nginx-"));
  const given = await readFile("deploy/nginx/parley.conf", "utf8");
  const peer = await startPeer(
    "/usr/sbin/nginx",
    (port) => {
      const file = join(folder, "nginx.conf");
      writeFileSync(file, configuration(folder, given, port, ports));
      return ["-p", folder, "-e", join(folder, "error.log"), "-c", file];
    },
    answers,
  );
  return {
    ...peer,
    async stop() {
      await peer.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a configuration in the foreground around that of the repository, with ports of this computer. */
function configuration(folder: string, given: string, port: number, servers: readonly number[]): string {
  const site = servers.reduce(
    (text, server, index) => text.replace(`app-${index + 1}:3000`, `127.0.0.1:${server}`),
    given.replace("listen 8080;", `listen 127.0.0.1:${port};`),
  );
  return [
    "daemon off;",
    // One process, so that connections are distributed evenly.
    "worker_processes 1;",
    `pid ${folder}/nginx.pid;`,
    "events { worker_connections 4096; }",
    "http {",
    "access_log off;",
    ...folders.map((name) => `${name}_temp_path ${folder}/${name};`),
    site,
    "}",
  ].join("\n");
}

function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}
