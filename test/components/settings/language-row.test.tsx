/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { LanguageRow } from "@/components/settings/language-row";
import { useLocale } from "@/store/base/locale";
import { trackPendingImage } from "@/store/base/pending-work";
import { useDrafts } from "@/store/chats/drafts";
import { useTurns } from "@/store/turns/turns";
import { WithMessages } from "../../support/with-messages";
import { english } from "../../support/words";

let changes: string[] = [];
const words = english.languageChange;

beforeEach(() => {
  changes = [];
  useLocale.setState({ change: (code) => void changes.push(code), messages: english });
  useDrafts.setState(useDrafts.getInitialState(), true);
  useTurns.setState({ inFlight: {} });
  render(<LanguageRow />, { wrapper: WithMessages });
});

const choose = () => userEvent.selectOptions(screen.getByRole("combobox", { name: "Language" }), "Deutsch");

async function question() {
  const dialog = await screen.findByRole("alertdialog", { name: "Change the language to Deutsch now?" });
  return within(dialog)
    .getAllByRole("paragraph")
    .map(({ textContent }) => textContent);
}

test("changes the language at once without pending work", async () => {
  await choose();
  await waitFor(() => expect(changes).toEqual(["de"]));
});

test("first names a streaming reply, and images that are being generated and attached", async () => {
  useTurns.setState({ inFlight: { a: "r1" } });
  useDrafts.getState().noteAttaching("a", 1);
  let end = () => {};
  const made = trackPendingImage(
    new Promise<void>((resolve) => {
      end = resolve;
    }),
  );
  await choose();
  expect(await question()).toEqual([words.replies, words.images, words.attachments]);
  expect(changes).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Stop and change" }));
  expect(changes).toEqual(["de"]);
  end();
  await made;
});

test("does not wait for a failed image", async () => {
  await trackPendingImage(Promise.reject(new Error("refused"))).catch(() => {});
  useDrafts.getState().noteAttaching("a", 1);
  useDrafts.getState().noteAttaching("a", -1);
  await choose();
  await waitFor(() => expect(changes).toEqual(["de"]));
});
