/** @jest-environment jsdom */
import { linkParameters } from "@/lib/links/link-parameters";
import { openedLinkScript, type TakenLink } from "@/lib/platform/opened-link";

/** Opens the page at an address and runs the script as the page does; returns what is kept and what the address is then. */
function open(address: string, base = "", slash = "") {
  history.replaceState(null, "", address);
  delete window.openedLink;
  delete window.openedDeviceLink;
  const script = document.createElement("script");
  script.textContent = openedLinkScript(JSON.stringify(base), slash);
  document.head.append(script);
  script.remove();
  const link = window.openedLink as TakenLink | undefined;
  return { link, address: location.pathname + location.search + location.hash };
}

function taken(...parameters: TakenLink["parameters"]): TakenLink {
  return { parameters };
}

test.each<[string, TakenLink | undefined, string]>([
  ["/", undefined, "/"],
  ["/?id=a#m", undefined, "/?id=a#m"],
  ["/chat?id=a#section", undefined, "/chat?id=a#section"],
  ["/#x?code=1", undefined, "/#x?code=1"],
  [
    '/#/?settings={"key":"sk","url":"https://g.example"}',
    taken(["settings", '{"key":"sk","url":"https://g.example"}']),
    "/",
  ],
  ["/#/?settings=%7B%22key%22%3A%22sk%22%7D", taken(["settings", '{"key":"sk"}']), "/"],
  ["/?settings={}#/", taken(["settings", "{}"]), "/"],
  ["/?settings={}&id=a#m", taken(["settings", "{}"]), "/?id=a#m"],
  ["/?code=one#/?fill=two", taken(["code", "one"], ["fill", "two"]), "/"],
  ["/chat?submit=a+b", taken(["submit", "a b"]), "/chat"],
  ["/#/chat?code=x&id=7", { parameters: [["code", "x"]], to: "/chat?id=7" }, "/"],
  ["/?a=1#/chat?code=x&id=7", { parameters: [["code", "x"]], to: "/chat?a=1&id=7" }, "/?a=1"],
  ["/chat?id=7#/masks?code=x", { parameters: [["code", "x"]], to: "/masks" }, "/chat?id=7"],
  ["/#/new-chat?mask=100003", { parameters: [["mask", "100003"]], to: "/new-chat" }, "/"],
  ["/settings#/settings?model=a", taken(["model", "a"]), "/settings"],
  ["/search-chat?q=a&model=b", undefined, "/search-chat?q=a&model=b"],
  ["/search-chat?model=b&code=c", taken(["code", "c"]), "/search-chat?model=b"],
  ["/#/search-chat?model=b&code=c", { parameters: [["code", "c"]], to: "/search-chat?model=b" }, "/"],
  ["/#//evil.example/?code=x", taken(["code", "x"]), "/"],
  ["/#/nowhere?code=x", taken(["code", "x"]), "/"],
])("%s", (address, link, left) => {
  expect(open(address)).toEqual({ link, address: left });
});

test("rewrites addresses below a base path and with trailing slashes", () => {
  expect(open("/base/#/masks?mask=1", "/base", "/")).toEqual({
    link: { parameters: [["mask", "1"]], to: "/masks/" },
    address: "/base/",
  });
  expect(open("/base#/?mask=1", "/base")).toEqual({ link: { parameters: [["mask", "1"]] }, address: "/base" });
  expect(open("/base/#/artifacts/a-1?fill=x", "/base", "/").link?.to).toBe("/artifacts/?id=a-1");
});

test("takes all link parameters and no others", () => {
  const query = linkParameters.map((name) => `${name}=1`).join("&");
  expect(open(`/?${query}&id=1&q=2`)).toEqual({
    link: { parameters: linkParameters.map((name) => [name, "1"]) },
    address: "/?id=1&q=2",
  });
});

test("takes a link with # that arrives while the app is still loading", async () => {
  expect(open("/chat").link).toBeUndefined();
  location.hash = "#/new-chat?mask=100003";
  await new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
  expect(window.openedLink).toEqual({ parameters: [["mask", "100003"]], to: "/new-chat" });
  expect(location.pathname + location.hash).toBe("/chat");

  delete window.openedLink;
  location.hash = "#/masks";
  await new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
  expect(window.openedLink).toEqual({ parameters: [], to: "/masks" });
});

test("takes a link with # from the event, also if the router has replaced the URL since", () => {
  expect(open("/").link).toBeUndefined();
  const newURL = new URL("/#/new-chat?mask=100003", location.href).href;
  history.replaceState(null, "", "/new-chat");
  dispatchEvent(new HashChangeEvent("hashchange", { newURL }));
  expect(window.openedLink).toEqual({ parameters: [["mask", "100003"]], to: "/new-chat" });
});

test.each([
  ["/artifacts#2.d.secret.content", "#2.d.secret.content", "/artifacts"],
  ["/base/artifacts/?a=1#12.d.x", "#12.d.x", "/base/artifacts/?a=1"],
  // Other encrypted links stay in the address, for a reload.
  ["/artifacts#1.c.secret.content", undefined, "/artifacts#1.c.secret.content"],
  ["/settings#2.d.secret.content", undefined, "/settings#2.d.secret.content"],
])("the address %s loses its link for this device at once @V12.8", (address, fragment, left) => {
  const opened = open(address);
  expect([window.openedDeviceLink, opened.address, opened.link]).toEqual([fragment, left, undefined]);
});

test("takes a link for this device that arrives later @V12.8", async () => {
  open("/artifacts");
  location.hash = "#2.d.later.content";
  await new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
  expect([window.openedDeviceLink, location.pathname + location.hash]).toEqual(["#2.d.later.content", "/artifacts"]);
});

test.each([
  ["/#/artifacts#1.c.key-_.content", "/artifacts#1.c.key-_.content"],
  ["/chat?id=7#/artifacts/#1.d.x", "/artifacts#1.d.x"],
  ["/artifacts#/artifacts#1.s.x", "/artifacts#1.s.x"],
  ["/masks#/artifacts#//evil.example/", "/"],
])("an encrypted item after the path stays in the fragment: %s", (address, to) => {
  expect(open("/").link).toBeUndefined();
  history.replaceState(null, "", address);
  dispatchEvent(new HashChangeEvent("hashchange", { newURL: location.href }));
  expect(window.openedLink).toEqual({ parameters: [], to });
  expect(location.hash).toBe("");
});
