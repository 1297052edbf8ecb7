import { configFileRoute, exportedServer, manifestRoute } from "@/lib/server/brand-route";
import { fakeEnvironment } from "../../support/fake-environment";
import { testServer } from "../../support/test-server";

const env = fakeEnvironment();
const harbour = {
  BRAND_NAME: "Harbour ",
  BRAND_TAGLINE: "Talk to all",
  BRAND_TAGLINE_AR: "تحدث",
  BRAND_TAGLINE_CN: " ",
  BRAND_ACCENT: "#1D93AB",
  BRAND_RADIUS: "6",
  BRAND_ICON: "/harbour.svg",
  BRAND_ISSUES_URL: "https://harbour.test/issues",
};

function asked(path: string, method = "GET"): Request {
  return new Request(`http://0.0.0.0:3000/${path}`, { method, headers: { host: "chat.example" } });
}

test("config.json contains exactly the brand settings of the operator", async () => {
  const response = await configFileRoute(asked("config.json"), testServer(env, { ...harbour, CODE: "one" }));
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  expect(await response.json()).toEqual({
    name: "Harbour",
    tagline: { "": "Talk to all", ar: "تحدث" },
    accent: "#1D93AB",
    radius: 6,
    icon: "/harbour.svg",
    links: { project: "", issues: "https://harbour.test/issues", hostedService: "" },
  });
});

test("reads a value of several lines from its variable", async () => {
  const variables = {
    BRAND_FONT_URL: "/harbour.woff2",
    BRAND_ANNOUNCEMENT_DE: "Sonntags geschlossen",
    BRAND_ANNOUNCEMENT_URL: "https://harbour.test/news",
    BRAND_HIDE: "images, voice",
    BRAND_MASKS: "/harbour.json",
    BRAND_PROMPTS: ' {"en":[["Weather","What does the sea say?"]]}',
  };
  expect(await (await configFileRoute(asked("config.json"), testServer(env, variables))).json()).toEqual({
    font: { family: "", src: "/harbour.woff2" },
    announcement: { text: { de: "Sonntags geschlossen" }, link: "https://harbour.test/news" },
    hidden: ["images", "voice"],
    masks: "/harbour.json",
    prompts: { en: [["Weather", "What does the sea say?"]] },
  });
});

test("without variables, or with empty ones, config.json is empty", async () => {
  const variables = { BRAND_NAME: " ", BRAND_TAGLINE: "", BRAND_LOGO: "", BRAND_ACCENT: "" };
  expect(await (await configFileRoute(asked("config.json"), testServer(env, variables))).json()).toEqual({});
});

test("the manifest has the brand", async () => {
  const response = await manifestRoute(asked("manifest.webmanifest"), testServer(env, harbour));
  expect(response.headers.get("content-type")).toBe("application/manifest+json");
  expect(await response.json()).toMatchObject({
    name: "Harbour",
    description: "Talk to all",
    icons: [{ src: "./harbour.svg", purpose: "any" }],
  });
  const own = await manifestRoute(asked("manifest.webmanifest"), testServer(env));
  expect(await own.json()).toMatchObject({ name: "Parley", short_name: "Parley" });
});

test.each(["POST", "PUT", "DELETE"])("%s is rejected", async (method) => {
  const response = await configFileRoute(asked("config.json", method), testServer(env));
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test.each([
  ["BRAND_ACCENT", "olive", "BRAND_ACCENT must be a colour such as #566917, or empty."],
  ["BRAND_RADIUS", "round", "BRAND_RADIUS must be a whole number from 0 to 16."],
  ["BRAND_ISSUES_URL", "javascript:alert(1)", "BRAND_ISSUES_URL must be an address with https://, or empty."],
  ["BRAND_HIDE", "images,chats", "BRAND_HIDE must be one of images, masks, mcp, plugins, search, sync, voice."],
  ["BRAND_PROMPTS", "{en:", "BRAND_PROMPTS must be an address with https://, a path such as /harbour.json, or empty."],
  ["BRAND_TAGLINE_DE", "two\nlines", "BRAND_TAGLINE_DE must be a line of text."],
])("ignores and reports an invalid %s; building an export with it fails", async (name, value, problem) => {
  const server = testServer(env, { BRAND_NAME: "Harbour", [name]: value });
  expect(server.config.problems).toEqual([problem]);
  expect(await (await configFileRoute(asked("config.json"), server)).json()).toEqual({ name: "Harbour" });
  await expect(exportedServer(server)).rejects.toThrow(problem);
});

test("an export with valid variables is built", async () => {
  expect((await exportedServer(testServer(env, harbour))).config.brand.name).toBe("Harbour");
});

test.each([
  ["on Vercel, if the operator enables it", { VERCEL: "1", VERCEL_ANALYTICS: "1" }, { vercel: true, ga: "", gtm: "" }],
  ["nowhere else", { VERCEL_ANALYTICS: "1" }, undefined],
  ["not on Vercel by default", { VERCEL: "1" }, undefined],
  ["only if the variable is `1`", { VERCEL: "1", VERCEL_ANALYTICS: "true" }, undefined],
  [
    "with Google's ids",
    { GA_ID: "G-AB12CD34EF", GTM_ID: " GTM-AB12CD3 " },
    { vercel: false, ga: "G-AB12CD34EF", gtm: "GTM-AB12CD3" },
  ],
  [
    "with both",
    { VERCEL: "1", VERCEL_ANALYTICS: "1", GA_ID: "G-AB12CD34EF" },
    { vercel: true, ga: "G-AB12CD34EF", gtm: "" },
  ],
])("counts visits %s @L6.4", async (_when, variables: Record<string, string>, analytics) => {
  const { analytics: sent } = await (await configFileRoute(asked("config.json"), testServer(env, variables))).json();
  expect(sent).toEqual(analytics);
});

test.each([
  ["GA_ID", "UA-1234-5", "GA_ID must be an id such as G-AB12CD34EF, or empty."],
  ["GA_ID", 'G-AB12"><script>', "GA_ID must be an id such as G-AB12CD34EF, or empty."],
  ["GTM_ID", "G-AB12CD34EF", "GTM_ID must be an id such as GTM-AB12CD3, or empty."],
])("an invalid %s is reported and counts nothing", async (name, value, problem) => {
  const server = testServer(env, { [name]: value });
  expect(server.config.problems).toEqual([problem]);
  expect(await (await configFileRoute(asked("config.json"), server)).json()).toEqual({});
});
