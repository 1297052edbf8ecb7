/** @jest-environment jsdom */
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { act } from "react";
import { EmojiAvatar, EmojiImagesContext, ModelAvatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { EmptyState } from "@/components/ui/empty-state";
import { useIsPhone } from "@/components/ui/is-phone";
import { Kbd } from "@/components/ui/kbd";
import { LetterAvatar } from "@/components/ui/letter-avatar";
import { Notice } from "@/components/ui/notice";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import { Tag } from "@/components/ui/tag";
import { resizeWindow } from "@/test/support/jsdom-platform";

test("a notice is an alert, with its heading, text, collapsed detail and action", async () => {
  const user = userEvent.setup();
  render(
    <Notice
      kind="error"
      level={2}
      isAlert
      heading="No reply received"
      text="empty response from server"
      detail={{ label: "Details", text: '{"code":"rate_limit"}' }}
      actions={<Button>Retry</Button>}
    />,
  );
  const notice = screen.getByRole("alert");
  expect(within(notice).getByRole("heading", { level: 2, name: "No reply received" })).toBeVisible();
  expect(within(notice).getByText("empty response from server")).toBeVisible();
  expect(within(notice).getByRole("button", { name: "Retry" })).toBeVisible();
  expect(screen.getByText('{"code":"rate_limit"}')).not.toBeVisible();
  await user.click(screen.getByText("Details"));
  expect(screen.getByText('{"code":"rate_limit"}')).toBeVisible();
});

test("a notice that was there from the start is not an alert", () => {
  render(<Notice kind="info" heading="Access required" />);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByRole("heading", { level: 3 })).toHaveTextContent("Access required");
});

test("an empty state has a heading and an action", () => {
  render(<EmptyState heading="No masks match" text="Create one." action={<Button>Create</Button>} />);
  expect(screen.getByRole("heading", { level: 2, name: "No masks match" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Create" })).toBeVisible();
});

test("a disclosure expands and reports it", async () => {
  const user = userEvent.setup();
  const toggle = jest.fn();
  render(
    <Disclosure summary="Thought for 9 s" look="plain" onToggle={toggle}>
      The crest is at 08:12.
    </Disclosure>,
  );
  expect(screen.getByText("The crest is at 08:12.")).not.toBeVisible();
  await user.click(screen.getByText("Thought for 9 s"));
  expect(screen.getByText("The crest is at 08:12.")).toBeVisible();
  await waitFor(() => expect(toggle.mock.calls).toEqual([[true]]));
});

test("progress shows its value", () => {
  render(<Progress label="Upload" value={0.42} />);
  expect(screen.getByRole("progressbar", { name: "Upload" })).toHaveAttribute("value", "0.42");
});

test("a spinner with a label is indeterminate progress, one without is decoration", () => {
  render(<Spinner label="Loading" />);
  render(<Spinner />);
  expect(screen.getAllByRole("progressbar")).toHaveLength(1);
  expect(screen.getByRole("progressbar", { name: "Loading" })).not.toHaveAttribute("aria-valuenow");
});

test("a skeleton is shown only after a delay", async () => {
  render(<Skeleton label="Loading results" />);
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Loading results"));
});

test("a model's tile shows its family's icon, an unknown family the product's logo, an emoji its glyph", () => {
  const { container } = render(
    <>
      <ModelAvatar family="claude" icons="/base/icons" />
      <ModelAvatar family="none" icons="/base/icons">
        mark
      </ModelAvatar>
      <EmojiAvatar code="1f603" />
    </>,
  );
  expect([...container.children].map((tile) => tile.textContent)).toEqual(["", "mark", "😃"]);
  const icon = container.querySelector("img");
  expect(icon).toHaveAttribute("src", "/base/icons/claude.svg");
  expect(icon).toHaveAttribute("alt", "");
  expect(icon).toHaveStyle({ maskImage: 'url("/base/icons/claude.svg")' });
  expect([...container.children].map((tile) => tile.getAttribute("aria-hidden"))).toEqual(["true", "true", "true"]);
});

test("a tile shows letters if its icon's file is missing, if there is no icon, and for a server of the user", () => {
  const { container } = render(
    <>
      <ModelAvatar family="claude" icons="/icons" />
      <ModelAvatar family="llamacpp" icons="/icons" />
      <LetterAvatar name="Ärzte" />
    </>,
  );
  const letters = () =>
    [...container.children].map((tile) => {
      const shown = tile.querySelector<HTMLElement>("[data-first]")?.dataset;
      return shown && `${shown.first}${shown.second}`;
    });
  expect(letters()).toEqual([undefined, "Lc", "Är"]);
  fireEvent.error(container.querySelector("img") as HTMLImageElement);
  expect(letters()).toEqual(["Cl", "Lc", "Är"]);
});

test("emoji images of a site are 64 px and lazy-loaded; a missing one falls back to the glyph", () => {
  const { container } = render(
    <EmojiImagesContext value="https://emoji.example/64/{code}.png">
      <EmojiAvatar code="1f603" />
    </EmojiImagesContext>,
  );
  const image = container.querySelector("img");
  expect(image?.src).toBe("https://emoji.example/64/1f603.png");
  expect(["width", "height", "loading", "alt"].map((name) => image?.getAttribute(name))).toEqual([
    "64",
    "64",
    "lazy",
    "",
  ]);
  if (image) fireEvent.error(image);
  expect(container).toHaveTextContent("😃");
  expect(container.querySelector("img")).toBeNull();
});

test("a tag names its status", () => {
  render(
    <Tag tone="warn" dot>
      Needs configuration
    </Tag>,
  );
  expect(screen.getByText("Needs configuration")).toBeVisible();
});

test("a key cap names the keys", () => {
  render(<Kbd keys="Mod Shift O" />);
  expect(screen.getByText("Ctrl Shift O")).toBeVisible();
});

function WindowSize() {
  return <p>{useIsPhone() ? "phone" : "desktop"}</p>;
}

test("hooks for the window's width follow changes", () => {
  render(<WindowSize />);
  expect(screen.getByText("desktop")).toBeVisible();
  act(() => resizeWindow("phone"));
  expect(screen.getByText("phone")).toBeVisible();
  act(() => resizeWindow("desktop"));
  expect(screen.getByText("desktop")).toBeVisible();
});
