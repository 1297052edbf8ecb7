import { existsSync, readFileSync } from "node:fs";
import { parse } from "yaml";

const read = (path: string) => readFileSync(path, "utf8");
const lines = (text: string) => text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
const dockerfile = read("Dockerfile").replaceAll("\\\n", " ");
const [, build = "", runtime = ""] = dockerfile.split(/^FROM /m);

interface Service {
  readonly image?: string;
  readonly profiles?: readonly string[];
  readonly ports?: readonly string[];
  readonly build?: { readonly args: Readonly<Record<string, string>> };
  readonly [setting: string]: unknown;
}
const services: Readonly<Record<string, Service>> = parse(read("compose.yaml"), { merge: true }).services;

describe("the image", () => {
  test("is built from a Debian base with an exact version, and contains the libraries that Node loads @P11.4", () => {
    expect(build).toMatch(/^node:20\.\d+\.\d+-bookworm-slim@sha256:[\da-f]{64} AS build\n/);
    expect(runtime).toMatch(/^scratch\n/);
    expect(lines(build).find((line) => line.includes("/runtime"))).toMatch(
      /ldd \/usr\/local\/bin\/node \|.* \/runtime /,
    );
  });

  test("contains the standalone server, and only Node of the build's tools", () => {
    expect(lines(runtime).filter((line) => /^(COPY|ADD|RUN)/.test(line))).toEqual([
      "COPY --from=build /runtime /",
      "COPY --from=build /usr/local/bin/node /usr/local/bin/node",
      "COPY --from=build /app/.next/standalone ./",
    ]);
  });

  test("runs as an unprivileged user, on port 3000, and reports its health @P11.4", () => {
    expect(lines(runtime)).toEqual(expect.arrayContaining(["USER 10001:10001", "EXPOSE 3000"]));
    expect(runtime).toMatch(/PORT=3000/);
    expect(runtime).toMatch(/^CMD \["node", .*"server\.js"\]$/m);
    const check = /HEALTHCHECK .*CMD (\[.*\])/.exec(runtime)?.[1] ?? "";
    expect(JSON.parse(check).slice(0, 2)).toEqual(["node", "-e"]);
  });

  test("contains no settings: only build arguments, and none of them is secret @L6.3", () => {
    const names = [...build.matchAll(/^ARG (\w+)=""$/gm)].map(([, name]) => name);
    const example = read(".env.example");
    const builtIn = example.slice(example.indexOf("# --- The brand"));
    expect(names.filter((name) => !new RegExp(`^${name}=$`, "m").test(builtIn))).toEqual([]);
    expect(names.filter((name) => /KEY|SECRET|CODE|TOKEN/.test(name ?? ""))).toEqual([]);
    // Every `ARG` and `ENV` of the image that runs has a plain value.
    expect(lines(runtime).filter((line) => /^(ARG|ENV)/.test(line))).toEqual([
      "ENV PATH=/usr/local/bin",
      'ARG BASE_PATH=""',
      "ENV NODE_ENV=production HOSTNAME=0.0.0.0 PORT=3000 BASE_PATH=$BASE_PATH",
    ]);
  });

  test("is built only from the sources, never from `.env` files @L6.3", () => {
    const rules = lines(read(".dockerignore"));
    expect(rules[0]).toBe("*");
    const allowed = rules.filter((rule) => rule.startsWith("!")).map((rule) => rule.slice(1));
    expect(allowed.filter((path) => !existsSync(path))).toEqual([]);
    expect(rules.lastIndexOf("**/.env*")).toBeGreaterThan(rules.findLastIndex((rule) => rule.startsWith("!")));
    expect(allowed).toEqual(expect.arrayContaining(["app", "lib", "store", "package-lock.json", "next.config.mjs"]));
  });
});

describe("the compose file", () => {
  test("only starts the app, with a read-only file system and no capabilities @P11.4", () => {
    expect(Object.keys(services).filter((name) => !services[name]?.profiles)).toEqual(["app"]);
    expect(services.app).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      env_file: [{ path: ".env", required: false }],
    });
  });

  test("has three instances behind nginx in the profile `scale`, which share a Redis and nothing else @P11.4", () => {
    const { app, nginx } = services;
    const servers = [...read("deploy/nginx/parley.conf").matchAll(/^ {2}server (\S+):3000 /gm)].map(
      ([, name]) => name ?? "",
    );
    expect(servers).toEqual(["app-1", "app-2", "app-3"]);
    expect(nginx?.depends_on).toEqual(servers);
    const { build: _build, ports: _ports, environment: _environment, ...shared } = app ?? {};
    for (const name of servers) {
      expect(services[name]).toEqual({
        ...shared,
        profiles: ["scale"],
        depends_on: ["redis"],
        environment: { PORT: "3000", TRUST_PROXY: "1", REDIS_URL: "redis://redis:6379" },
      });
    }
  });

  test("passes all settings to the build that cannot be changed later", () => {
    const asked = [...build.matchAll(/^ARG (?!BRAND_)(\w+)=""$/gm)].map(([, name]) => [name, `\${${name}:-}`]);
    expect(services.app?.build?.args).toEqual(Object.fromEntries(asked));
  });

  test("has an exact version of every other image, and opens their ports to this computer only", () => {
    const { "app-1": _one, "app-2": _two, "app-3": _three, nginx, ...rest } = services;
    expect(nginx).toMatchObject({ image: expect.stringMatching(/^nginx:\d+\.\d+\.\d+$/), profiles: ["scale"] });
    const others = Object.values(rest).filter(({ profiles }) => profiles);
    for (const { image } of others) expect(image).toMatch(/:\d+\.\d+\.\d+$/);
    for (const port of others.flatMap(({ ports = [] }) => ports)) expect(port).toMatch(/^127\.0\.0\.1:/);
    const profiles = others.map(({ profiles }) => profiles?.join());
    expect(profiles).toEqual(["ollama", "webdav", "redis,scale", "redis"]);
  });
});
