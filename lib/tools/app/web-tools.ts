import { type AppTool, readPageName } from "@/lib/tools/app/app-tool";
import { readPageAddress } from "@/lib/tools/app/page-address";
import { quotedPage, readPage } from "@/lib/tools/app/read-page";

/** Tools that read the web. Each call needs permission for the host of its URL. */
export const webTools: readonly AppTool[] = [
  {
    name: readPageName,
    description:
      "Fetches a web page and returns its main text as Markdown. Does not run scripts, sign in or follow redirects.",
    parameters: {
      type: "object",
      properties: {
        url: { type: "string", minLength: 1, maxLength: 4000, description: "An absolute http or https URL." },
      },
      required: ["url"],
      additionalProperties: false,
    },
    isReading: true,
    returnsQuotes: true,
    hostOf({ url }) {
      const address = readPageAddress(String(url));
      if ("reason" in address) return { rejected: { text: address.reason, problem: "bad-arguments" } };
      return { host: address.url.host };
    },
    async run(args, env, { signal }) {
      const address = readPageAddress(String(args.url));
      if ("reason" in address) return { text: address.reason, problem: "bad-arguments" };
      const page = await readPage(address.url, env, signal);
      if ("failure" in page) return page.failure;
      return { text: quotedPage(page, { url: address.url, time: new Date(env.now()).toISOString() }) };
    },
  },
];
