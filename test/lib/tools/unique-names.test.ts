import type { Tool } from "@/lib/chat/tool";
import { withUniqueNames } from "@/lib/tools/unique-names";

function tool(name: string, source = "Pets"): Tool {
  return {
    name,
    description: "",
    parameters: {},
    source: { kind: "plugin", id: source, name: source },
    ownName: name,
    host: "pets.test",
    isReading: true,
    run: async () => ({ text: "" }),
  };
}

const names = (tools: readonly Tool[]) => withUniqueNames(tools).tools.map(({ name }) => name);

test("replaces characters that some provider rejects", () => {
  expect(names([tool("pets.list"), tool("GET /pets/{id}"), tool("宠物"), tool("__x__")])).toEqual([
    "pets_list",
    "GET_pets_id",
    "tool",
    "x",
  ]);
});

test("prefixes a duplicate name with its source, then appends a number", () => {
  expect(names([tool("list"), tool("list", "Shop"), tool("list", "Shop"), tool("list", "Shop")])).toEqual([
    "list",
    "Shop_list",
    "list_2",
    "list_3",
  ]);
});

test("cuts a long name at 64 characters, and keeps it different from another with the same beginning", () => {
  const long = "a".repeat(300);
  const [first, second, third] = names([tool(`${long}1`), tool(`${long}2`), tool(`${long}3`)]);
  expect(first).toBe("a".repeat(64));
  expect(second).toBe(`Pets_${"a".repeat(59)}`);
  expect(third).toBe(`${"a".repeat(60)}_2`);
});

test("limits the number of tools to what a request may contain", () => {
  const { tools, dropped } = withUniqueNames(Array.from({ length: 130 }, (_, place) => tool(`t${place}`)));
  expect(tools).toHaveLength(128);
  expect(dropped.map(({ name }) => name)).toEqual(["t128", "t129"]);
});
