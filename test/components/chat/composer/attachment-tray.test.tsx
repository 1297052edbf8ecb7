/** @jest-environment jsdom */
import "@/test/support/jsdom-platform";
import { fireEvent, render, screen } from "@testing-library/react";
import { act, createRef } from "react";
import { AttachmentTray } from "@/components/chat/composer/attachment-tray";
import { fileBlock } from "@/lib/chat/file-block";
import { useDrafts } from "@/store/chats/drafts";
import { useReadingDocuments } from "@/store/chats/reading-documents";
import { WithMessages } from "../../../support/with-messages";
import { WithRouter } from "../../../support/with-router";

const rows = () => screen.getAllByRole("listitem").map((row) => row.textContent);

test("documents that are read show their name and page, and can be cancelled", () => {
  useDrafts.getState().noteAttaching("s1", 1);
  const long = useReadingDocuments.getState().start("s1", "long.pdf");
  useReadingDocuments.getState().start("s1", "next.docx");
  long.noteProgress({ page: 12, pages: 340 });
  render(<AttachmentTray sessionId="s1" box={createRef()} />, { wrapper: WithMessages });
  expect(rows()).toEqual(["", "long.pdfPage 12 of 340", "next.docx"]);
  fireEvent.click(screen.getByRole("button", { name: "Cancel reading long.pdf" }));
  expect([long.signal.aborted, rows()]).toEqual([true, ["", "next.docx"]]);
  act(() => long.noteProgress({ page: 13, pages: 340 }));
  expect(rows()).toEqual(["", "next.docx"]);
});

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
