/** @jest-environment jsdom */
import "../../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import { AttachmentTray } from "@/components/chat/composer/attachment-tray";
import { fileBlock } from "@/lib/chat/text-file";
import { useDrafts } from "@/store/chats/drafts";
import { WithRouter } from "../../../support/with-router";

test("the buttons that remove text files name the files", () => {
  const texts = [
    fileBlock({ name: "tides.csv", text: "7 m" }),
    fileBlock({ name: "ports.csv", text: "Brest" }),
    "It rises. ".repeat(500),
  ];
  useDrafts.setState({ drafts: { s1: { text: "", images: [], texts } } });
  render(<AttachmentTray sessionId="s1" box={{ current: null }} />, { wrapper: WithRouter });
  const names = screen.getAllByRole("button", { name: /^Remove/ }).map((button) => button.getAttribute("aria-label"));
  expect(names).toEqual(["Remove file: tides.csv", "Remove file: ports.csv", "Remove pasted text"]);
});
