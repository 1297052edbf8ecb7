/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import { SafeLink } from "@/components/markdown/safe-link";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import "../../support/jsdom-platform";

test.each([
  "https://tides.example/a?b#c",
  "http://tides.example",
  "HTTPS://Tides.example",
  "mailto:moon@tides.example",
])("%s opens in a new tab, shows its target, and sends no referrer @R7.2", (href) => {
  render(<SafeLink href={href}>Tides</SafeLink>);
  const link = screen.getByRole("link", { name: "Tides" });
  expect(link).toHaveAttribute("href", href);
  expect(link).toHaveAttribute("target", "_blank");
  expect(link).toHaveAttribute("rel", "noopener noreferrer");
  expect(link).toHaveAttribute("data-tip", new URL(href).href);
  expect(link).toHaveAttribute("data-host", new URL(href).host || new URL(href).pathname);
});

test.each(["/settings", "/chat?id=1", "/#/settings", "#notes", "/"])("%s is internal and stays in this tab", (href) => {
  render(<SafeLink href={href}>Here</SafeLink>);
  const link = screen.getByRole("link", { name: "Here" });
  expect(link).toHaveAttribute("href", href);
  expect(link).not.toHaveAttribute("target");
});

test.each([
  undefined,
  "",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://tides.example/1",
  "tel:112",
  // The host is behind the sign, whatever stands before it.
  "https://good.example@evil.example",
  "https://good.example:443@evil.example/",
  "https://:x@evil.example",
  "tides.example",
  "relative/path",
  // To a browser these are no paths of ours: they lead to another host.
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n\\evil.example",
  // No addresses at all, though they begin like a path.
  "//",
  "//[",
  "//a b",
  "//a%20b",
  "/\\",
  "https://",
  "https://[",
])("shows %j as text @R7.2", (href) => {
  render(<SafeLink href={href}>Tides</SafeLink>);
  expect(screen.getByText("Tides")).toBeVisible();
  expect(document.querySelector("a")).toBeNull();
});

test("shows a host in another script in Punycode", () => {
  render(<SafeLink href="https://аррӏе.example/x">Tides</SafeLink>);
  const link = screen.getByRole("link", { name: "Tides" });
  expect(link).toHaveAttribute("data-host", "xn--80ak6aa92e.example");
  expect(link).toHaveAttribute("data-tip", "https://xn--80ak6aa92e.example/x");
});

test.each(["tides.example", "https://tides.example/a"])("a link with the text %s shows its host once", (text) => {
  render(<SafeLink href="https://tides.example/a">{text}</SafeLink>);
  expect(screen.getByRole("link")).not.toHaveAttribute("data-host");
});

test("truncates a long address in its tooltip", () => {
  render(<SafeLink href={`https://tides.example/${"a".repeat(5000)}`}>Tides</SafeLink>);
  expect(screen.getByRole("link").dataset.tip).toHaveLength(201);
});

describe("a click on a link", () => {
  const secret = "my daughter is allergic to penicillin";
  const address = `https://evil.example/?q=${encodeURIComponent(secret)}`;

  function press(role: "user" | "assistant", href: string): boolean {
    const said = { id: "m1", role: "user" as const, content: secret, date: 1, sessionId: "s1", seq: 1 };
    const shown = { id: "m2", role, content: "", date: 1, sessionId: "s1", seq: 2 };
    useUi.setState(useUi.getInitialState(), true);
    useChats.setState({
      threads: { s1: { status: "ready", ids: ["m1", "m2"], asides: {} } },
      messages: { m1: said, m2: shown },
    });
    render(
      <div data-message="m2">
        <SafeLink href={href}>Tides</SafeLink>
      </div>,
    );
    return fireEvent.click(screen.getByRole("link", { name: "Tides" }));
  }

  test("in a reply that repeats the user's text asks first @R7.2", () => {
    expect(press("assistant", address)).toBe(false);
    expect(useUi.getState().dialog?.content).toEqual({ kind: "open-link", address, concern: "repeats" });
  });

  test("in a reply with a long query asks first @R7.2", () => {
    expect(press("assistant", `https://evil.example/?${"a".repeat(100)}`)).toBe(false);
    expect(useUi.getState().dialog?.content).toMatchObject({ concern: "long" });
  });

  test.each<["user" | "assistant", string]>([
    ["user", address],
    ["assistant", "https://tides.example/a?b=c"],
  ])("in a message of the %s opens %s at once", (role, href) => {
    expect(press(role, href)).toBe(true);
    expect(useUi.getState().dialog).toBeNull();
  });
});
