import type { Environment } from "@/lib/environment";

/** Path of the demo; requests to it never reach the host. */
const demoPath = "/api/demo/";
const noHost = "http://demo.invalid";

/** Returns an environment in which the page itself handles the demo's calls, for builds without a server. */
export function withInPageDemo(env: Environment): Environment {
  return {
    ...env,
    async fetch(url, init) {
      if (!url.startsWith(demoPath)) return env.fetch(url, init);
      const request = new Request(new URL(url, noHost), init);
      const path = new URL(request.url).pathname.slice(demoPath.length).split("/");
      // Lazy-loaded, because its texts are long and most users never need them.
      const { demoHandler } = await import("@/lib/demo/demo-handler");
      return demoHandler(request, path, env);
    },
  };
}
