import type { Locator, Page } from "@playwright/test";
import { messageBox } from "./fixtures";

/** The dialog that asks several models. */
export const dialog = (page: Page) => page.getByRole("dialog", { name: "Ask several models" });
/** The replies side by side. */
export const replies = (page: Page) => page.getByRole("article", { name: "Replies side by side" });
/** The column of a model. */
export const column = (page: Page, model: string) => replies(page).getByRole("region", { name: model, exact: true });

/** Checks models in the open dialog. */
export async function check(opened: Locator, models: readonly string[], search = "Search models"): Promise<void> {
  for (const model of models) {
    await opened.getByLabel(search).fill(model);
    await opened.getByRole("checkbox", { name: new RegExp(`^${model.replace(".", "\\.")} `) }).check();
  }
}

/** Sends a message to models with the command of the message box. */
export async function askSeveral(page: Page, question: string, models: readonly string[]): Promise<void> {
  await messageBox(page).fill(":several");
  await messageBox(page).press("Enter");
  await dialog(page).getByLabel("Message", { exact: true }).fill(question);
  await check(dialog(page), models);
  await dialog(page).getByRole("button", { name: "Send", exact: true }).click();
}
