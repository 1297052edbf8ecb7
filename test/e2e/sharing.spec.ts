import type { Page } from "@playwright/test";
import { type SharingService, startSharingService } from "../support/sharing-service";
import { expect, needsServer, replyEnded, send, serverKey, test as withProvider } from "./support/fixtures";
import type { FakeProvider } from "./support/provider";

const test = withProvider.extend<{ service: SharingService }>({
  service: async ({}, use) => {
    const service = await startSharingService();
    await use(service);
    await service.stop();
  },
});

/** Opens the question where the messages of the open chat go, with a format chosen before. */
async function askToShare(page: Page, format: string) {
  await page.keyboard.press("Control+Shift+S");
  const dialog = page.getByRole("dialog", { name: "Export or share" });
  await dialog.getByRole("button", { name: "Preview" }).last().click();
  await dialog.getByRole("radio", { name: format }).click();
  await dialog.getByRole("button", { name: "Share link" }).click();
  await page.getByRole("button", { name: "Share a readable page" }).click();
  return page.getByRole("dialog", { name: "Share a link to these messages" });
}

/** An operator's settings: a provider that answers, and a service for what is shared. */
function settingsOf(provider: FakeProvider, service: SharingService): Record<string, string> {
  return { OPENAI_API_KEY: serverKey, BASE_URL: provider.url, SHARE_URL: service.url, SHARE_LINK: service.link };
}

test(
  "messages are sent to the service whose host is shown before, in any format; its response becomes a link",
  needsServer,
  async ({ page, provider, service, withApp }) => {
    await withApp(settingsOf(provider, service), async ({ url }) => {
      await page.goto(url);
      await send(page, "high <b>tide</b>");
      await replyEnded(page);
      const ask = await askToShare(page, "JSON");
      const { host } = new URL(service.url);
      await expect(ask.getByText(`This will be sent to ${host} and stored there`)).toBeVisible();
      expect(service.kept).toEqual([]);
      await ask.getByRole("button", { name: `Send to ${host}` }).click();
      await expect(ask.getByRole("textbox", { name: "Link" })).toHaveValue(service.link.replace("{id}", "0"));
      expect(service.kept).toEqual([
        {
          avatarUrl: null,
          items: [
            { from: "human", value: "high <b>tide</b>" },
            { from: "gpt", value: expect.stringMatching(/<p.*You said: high &lt;b&gt;tide&lt;\/b&gt;/s) },
            { from: "human", value: "Shared from Parley" },
          ],
        },
      ]);
      const [seen] = await Promise.all([page.waitForEvent("popup"), ask.getByRole("link", { name: "Open" }).click()]);
      await expect(seen.getByText("You said: high <b>tide</b>")).toBeVisible();
    });
  },
);

test(
  "an error of the service is shown, and the messages stay",
  needsServer,
  async ({ page, provider, service, withApp }) => {
    await withApp(settingsOf(provider, service), async ({ url }) => {
      service.refuse();
      await page.goto(url);
      await send(page, "low tide");
      await replyEnded(page);
      const ask = await askToShare(page, "PDF");
      await ask.getByRole("button", { name: /^Send to / }).click();
      await expect(page.getByText("Share Error")).toBeVisible();
      await expect(ask.getByRole("button", { name: /^Send to / })).toBeVisible();
      expect(service.kept).toEqual([]);
    });
  },
);
