/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { highlighterFor } from "@/components/markdown/highlight";
import { Markdown } from "@/components/markdown/markdown";
import "../../support/jsdom-platform";
import { WithMessages } from "../../support/with-messages";

// Loading them for the first time takes longer than a test should wait.
beforeAll(() => Promise.all([import("@/components/markdown/markdown-blocks"), highlighterFor("ts")?.load()]));

async function show(text: string, isLive = false) {
  const shown = render(<Markdown text={text} isLive={isLive} />, { wrapper: WithMessages });
  await screen.findByText("end");
  return shown;
}

test("shows unformatted text until the renderer has loaded", async () => {
  render(<Markdown text={"# Tides\n\nend"} />, { wrapper: WithMessages });
  expect(document.body).toHaveTextContent(/Tides end$/);
  expect(await screen.findByRole("heading", { name: "Tides" })).toBeVisible();
});

test.each([
  ["6,000 quotes in one another", ">".repeat(6000)],
  ["marks without end", "a**b".repeat(10_000)],
])("shows %s as source, and the text after them as Markdown", async (_name, text) => {
  const { container } = await show(`${text}\n\n**end**`);
  expect(container.querySelector("p")?.textContent?.trim()).toBe(text);
  expect(screen.getByText("end").tagName).toBe("STRONG");
});

test("renders the first levels of a list nested 300 deep, and shows the rest as source", async () => {
  const list = Array.from({ length: 300 }, (_, depth) => `${"  ".repeat(depth)}- a`);
  const { container } = await show(`${list.join("\n")}\n\n**end**`);
  expect(container.querySelectorAll("ul")).toHaveLength(32);
  expect(container.querySelector("p")?.textContent).toBe(list.slice(32).join("\n"));
});

test.each([
  { from: 1, count: 99, isWide: false },
  { from: 1, count: 100, isWide: true },
  { from: 98, count: 2, isWide: false },
  { from: 98, count: 3, isWide: true },
])("a list from $from with $count items has room for its numbers: $isWide", async ({ from, count, isWide }) => {
  const items = Array.from({ length: count }, (_, index) => `${from + index}. item`);
  const { container } = await show(`${items.join("\n")}\n\nend`);
  const list = container.querySelector("ol");
  expect([list?.start, list?.classList.contains("longNumbers")]).toEqual([from, isWide]);
});

test("shows a text that fails to render unformatted, and keeps the rest of the page", async () => {
  // Without words a table cannot be named.
  const text = "| a |\n|---|\n| 1 |";
  render(
    <main>
      <h1>Tides</h1>
      <Markdown text={text} />
    </main>,
    { onCaughtError: () => {} },
  );
  const plain = screen.getByText(/---/);
  expect(plain.textContent).toBe(text);
  expect(plain).toHaveClass("plain");
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByRole("heading", { name: "Tides" })).toBeVisible();
});

test("an invalid link does not affect the rest of the message", async () => {
  await show("[a](//) [b](//[) [c](//a%20b) [d](</\\>)\n\nend");
  expect(screen.queryByRole("link")).toBeNull();
});

test("a table is named after its columns, can be scrolled by keyboard, and is not a landmark", async () => {
  await show("| Tide | *Height* |\n|---|---|\n| high | 1 |\n\n| Moon |\n|---|\n| new |\n\nend");
  const names = ["Table: Tide, Height", "Table: Moon"];
  for (const [index, name] of names.entries()) {
    const group = screen.getByRole("group", { name });
    expect(group).toContainElement(screen.getAllByRole("table")[index] ?? null);
    expect(group).toHaveAttribute("tabindex", "0");
  }
  expect(screen.queryByRole("region")).toBeNull();
});

test("a finished block keeps its element and its state", async () => {
  const user = userEvent.setup();
  const text = "end ![bay](https://tides.example/bay.png)\n\n```ts\nconst a = 1;\n```";
  const { rerender, container } = await show(text, true);
  await user.click(screen.getByRole("button", { name: "Wrap lines" }));
  const figure = screen.getByRole("figure");
  rerender(<Markdown text={`${text}\n\nand **more**`} isLive />);
  expect(screen.getByRole("figure")).toBe(figure);
  expect(figure).toHaveAttribute("data-wrap");
  rerender(<Markdown text={`${text}\n\nand **more**`} />);
  expect(screen.getByRole("figure")).toBe(figure);
  expect(container).toHaveTextContent(/and more$/);
});

test("an image that was allowed while the text grew stays allowed", async () => {
  const text = "end ![bay](https://tides.example/bay.png)";
  const { rerender } = render(<Markdown text={text} isLive />, { wrapper: WithMessages });
  await userEvent.click(await screen.findByRole("button", { name: /Show image/ }));
  const image = screen.getByRole("img", { name: "bay" });
  rerender(<Markdown text={text} />);
  expect(screen.getByRole("img", { name: "bay" })).toBe(image);
});

test("a link finds its address in another block, ignoring case, and definitions are not rendered", async () => {
  await show(
    'See [the docs][Docs], [docs] and `[docs]`.\n\n```\n[docs]\n```\n\nend\n\n[docs]: https://tides.example "T"',
  );
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["the docs", "https://tides.example"],
    ["docs", "https://tides.example"],
  ]);
  expect(screen.queryByText(/tides\.example/)).toBeNull();
});

test("while the text grows, a block re-renders only for a definition that it uses", async () => {
  const { rerender } = await show("[one][1]\n\n[two][2]\n\nend\n\n", true);
  const [second] = screen.getAllByText("[two][2]");
  rerender(<Markdown text={"[one][1]\n\n[two][2]\n\nend\n\n[1]: https://tides.example"} isLive />);
  expect(screen.getByRole("link", { name: "one" })).toHaveAttribute("href", "https://tides.example");
  expect(screen.getByText("[two][2]")).toBe(second);
});

test("a footnote links to its note, which is rendered where it was written; each message has its own", async () => {
  const text = "High[^1] and low[^b].\n\nend\n\n[^1]: Twice a *day*.\n\n[^b]: Also.";
  const { container } = render(
    <>
      <Markdown text={text} />
      <Markdown text={text.replace("end", "other")} />
    </>,
    { wrapper: WithMessages },
  );
  await screen.findByText("end");
  const links = screen.getAllByRole<HTMLAnchorElement>("link");
  expect(links.map((link) => link.textContent)).toEqual(["1", "b", "1", "b"]);
  const notes = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1)))?.textContent);
  const flat = notes.map((note) => note?.replaceAll("\n", ""));
  expect(flat).toEqual(["1Twice a day.", "bAlso.", "1Twice a day.", "bAlso."]);
  const ids = [...container.querySelectorAll("[id]")].map(({ id }) => id);
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(id).toMatch(/^note-.+-(1|b)$/);
});

test("audio and video of a provider load on request, and their tags are hidden", async () => {
  const { container } = await show(
    '<audio src="https://tides.example/a"></audio>\n\nend\n\nin a line <video src="https://tides.example/b"></video> too\n\n[the song](https://tides.example/c.mp3)',
  );
  expect(container.querySelector("audio, video")).toBeNull();
  expect(container).not.toHaveTextContent("</");
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual([
    "Play audio from tides.example",
    "Play video from tides.example",
    "Play audio from tides.examplethe song",
  ]);
  await userEvent.click(screen.getByRole("button", { name: /video/ }));
  expect(container.querySelector("video")?.getAttribute("src")).toBe("https://tides.example/b");
});

test("a task shows whether it is done, and headings are below the page's first level", async () => {
  await show("# Tides\n\n- [x] one\n- [ ] two\n\nend");
  expect(screen.getByRole("checkbox", { name: "Done" })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: "To do" })).not.toBeChecked();
  expect(screen.getByRole("heading", { level: 2, name: "Tides" })).toBeVisible();
});

test("emphasis works beside Chinese and Japanese punctuation, and line breaks are preserved", async () => {
  const { container } = await show("这是**「潮汐」**的说明。\nline\n\nend");
  expect(container.querySelector("strong")?.textContent).toBe("「潮汐」");
  expect(container.querySelector("br")).not.toBeNull();
});
