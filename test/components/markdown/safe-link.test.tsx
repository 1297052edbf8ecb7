/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { SafeLink } from "@/components/markdown/safe-link";

test.each([
  "https://tides.example/a?b#c",
  "http://tides.example",
  "HTTPS://Tides.example",
  "mailto:moon@tides.example",
])("%s opens in a new tab, shows where it leads, and says nothing of where it stands", (href) => {
  render(<SafeLink href={href}>Tides</SafeLink>);
  const link = screen.getByRole("link", { name: "Tides" });
  expect(link).toHaveAttribute("href", href);
  expect(link).toHaveAttribute("target", "_blank");
  expect(link).toHaveAttribute("rel", "noopener noreferrer");
  expect(link).toHaveAttribute("title", href);
});

test.each(["/settings", "/chat?id=1", "/#/settings", "#notes", "/"])("%s is our own and stays in this tab", (href) => {
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
])("%j is shown as text", (href) => {
  render(<SafeLink href={href}>Tides</SafeLink>);
  expect(screen.getByText("Tides")).toBeVisible();
  expect(document.querySelector("a")).toBeNull();
});
