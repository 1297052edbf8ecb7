import { syncError } from "@/lib/sync/remote";
import { openUpstash } from "@/lib/sync/upstash";

/** Opens a file in a database in memory, whose calls a test can observe and break. */
function openStored() {
  const stored = new Map<string, string>();
  const hooks = { onCall: (_method: string, _key: string) => {} };
  const remote = openUpstash({ endpoint: "https://db.example", username: "n", apiKey: "k" }, {}, async (call) => {
    const key = decodeURIComponent(call.url.split("/").at(-1) ?? "");
    hooks.onCall(call.method, key);
    if (call.method === "POST") stored.set(key, String(call.body ?? ""));
    return { status: 200, body: JSON.stringify({ result: call.method === "POST" ? "OK" : (stored.get(key) ?? null) }) };
  });
  /** The pieces that are not empty, and the numbers of pieces. */
  const contents = () => Object.fromEntries([...stored].filter(([, value]) => value !== "").sort());
  return { stored, hooks, remote, contents };
}

const piece = (letter: string) => letter.repeat(999_999);
const long = ["a", "b", "c", "d", "e", "f", "g", "h", "i"].map(piece).join(" ");
const none = { text: "" };

test("a shorter text leaves no piece of a longer one behind, wherever the writes before were interrupted", async () => {
  const failAfter = (count: number) => {
    let writes = 0;
    return (method: string) => {
      if (method === "POST" && ++writes > count) throw syncError("unreachable");
    };
  };
  const left: string[] = [];
  for (let first = 1; first < 30; first += 2) {
    for (const second of [0, 1, 2, 4, 6, 9, 13]) {
      const { hooks, remote, contents } = openStored();
      hooks.onCall = failAfter(first);
      await remote.set(long, none).catch(() => {});
      hooks.onCall = failAfter(second);
      await remote.set("short", none).catch(() => {});
      hooks.onCall = () => {};
      await remote.set("final", none);
      left.push(`${first}, ${second}: ${Object.keys(contents())}`);
    }
  }
  expect(left.filter((each) => !each.endsWith(": n-chunk-0,n-chunk-count,n-staging-chunk-count"))).toEqual([]);
  expect(left).toHaveLength(105);
}, 60_000);

test("a text that is read while another device finishes its write is read again", async () => {
  const { stored, hooks, remote } = openStored();
  await remote.set(long, none);
  for (const torn of [0, 4, 8]) {
    stored.set("n-staging-chunk-count", "9");
    for (let index = 0; index < 9; index++) stored.set(`n-staging-chunk-${index}`, piece("abcdefghi"[index] ?? ""));
    hooks.onCall = (method, key) => {
      if (method !== "GET" || key !== `n-staging-chunk-${torn}`) return;
      stored.set("n-staging-chunk-count", "0");
      for (let index = torn; index < 9; index++) stored.set(`n-staging-chunk-${index}`, "");
    };
    expect((await remote.get()).text === long).toBe(true);
  }
});

test("a text whose piece stays empty or missing is reported, after it was read three times", async () => {
  for (const damage of ["", undefined]) {
    const { stored, hooks, remote } = openStored();
    await remote.set(long, none);
    if (damage === undefined) stored.delete("n-chunk-3");
    else stored.set("n-chunk-3", damage);
    let reads = 0;
    hooks.onCall = (_method, key) => {
      if (key === "n-chunk-3") reads += 1;
    };
    await expect(remote.get()).rejects.toMatchObject({ details: { problem: "no-backup" } });
    expect(reads).toBe(3);
  }
});

test("a text that ends with a space where it is cut is returned unchanged", async () => {
  const { remote } = openStored();
  const text = `${"a".repeat(1_000_000)} `;
  await remote.set(text, none);
  expect((await remote.get()).text === text).toBe(true);
});
