import type { Environment } from "@/lib/environment";

/** Where the demonstration is reached; the host is never asked. */
const demoPath = "/api/demo/";
const noHost = "http://demo.invalid";

/** Returns an environment in which the page answers the demonstration's calls itself, for builds without a server. */
export function withInPageDemo(env: Environment): Environment {
  return {
    ...env,
    async fetch(url, init) {
      if (!url.startsWith(demoPath)) return env.fetch(url, init);
      const request = new Request(new URL(url, noHost), init);
      const path = new URL(request.url).pathname.slice(demoPath.length).split("/");
      // Its texts are long, and most people never ask for them.
      const { demoHandler } = await import("@/lib/demo/demo-handler");
      return demoHandler(request, path, env);
    },
  };
}
