/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { VoteRows } from "@/components/costs/vote-rows";
import { useVotes } from "@/store/costs/votes";
import { storedVote } from "../../support/vote-samples";
import { WithMessages } from "../../support/with-messages";

afterEach(() => useVotes.setState({ votes: {}, deleted: {} }));

const show = () => act(async () => render(<VoteRows />, { wrapper: WithMessages }));
const texts = () =>
  screen
    .queryAllByRole("row")
    .map((each) => [...(each as HTMLTableRowElement).cells].map(({ textContent }) => textContent));

test("without votes, the row says how to vote", async () => {
  await show();
  expect(screen.getByText("No votes yet. Ask several models, then mark the best reply.")).toBeTruthy();
  expect([texts(), screen.queryByRole("button")]).toEqual([[], null]);
});

test("the table has a row per model, and all votes can be deleted and restored", async () => {
  const votes = ["1", "2", "3"].map((id) => storedVote({ id, best: id === "3" ? 0 : 1 }));
  useVotes.setState({ votes: Object.fromEntries(votes.map((vote) => [vote.id, vote])) });
  await show();
  const rows = [
    ["Model", "Comparisons", "Votes", "Share"],
    ["gpt-4.1OpenAI", "3", "2", "67%"],
    ["gpt-4oOpenAI", "3", "1", "33%"],
  ];
  expect(texts()).toEqual(rows);
  const button = screen.getByRole("button", { name: "Delete votes" });
  fireEvent.click(button);
  expect([texts(), screen.getByRole("status").textContent]).toEqual([[], "Votes deleted"]);
  // The same button, so that the focus stays.
  expect(screen.getByRole("button", { name: "Undo" })).toBe(button);
  fireEvent.click(button);
  expect([texts(), screen.getByRole("status").textContent]).toEqual([rows, ""]);
});
