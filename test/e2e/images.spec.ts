import type { Locator, Page } from "@playwright/test";
import { drawn, type ImageUpstream, startImageUpstream } from "../support/image-upstream";
import { pngOf } from "../support/png";
import type { App } from "./support/app-server";
import {
  addressOf,
  test as base,
  chooseModel,
  everywhere,
  expect,
  messages,
  newChat,
  openApp,
  replyEnded,
  send,
} from "./support/fixtures";
import { storageOf } from "./support/open-export";
import { storedText } from "./support/stored-texts";

const key = "sk-drawing-0123456789";

const test = base.extend<object, { readonly drawers: ImageUpstream; readonly studio: App }>({
  drawers: [
    async ({}, use) => {
      const drawers = await startImageUpstream();
      await use(drawers);
      await drawers.close();
    },
    { scope: "worker" },
  ],
  studio: [
    async ({ build, path, drawers }, use) => {
      const { url } = drawers;
      const app = await openApp(
        { build, path },
        {
          STABILITY_API_KEY: key,
          STABILITY_URL: url,
          OPENAI_API_KEY: key,
          BASE_URL: url,
          CHATGLM_API_KEY: key,
          CHATGLM_URL: url,
        },
      );
      await use(app);
      await app.stop();
    },
    { scope: "worker" },
  ],
  storageState: ({ exported, studio }, use) => use(storageOf(exported, studio)),
});

const card = (page: Page, prompt: string) => page.getByRole("listitem").filter({ hasText: prompt });

async function order(page: Page, prompt: string): Promise<void> {
  await page.getByRole("textbox", { name: "Prompt", exact: true }).fill(prompt);
  await page.getByRole("button", { name: "Generate" }).click();
}

/** Returns size and colour of a picture, as they are on the screen. */
async function pixelsOf(image: Locator) {
  await expect(image).toBeVisible();
  return image.evaluate(async (element: HTMLImageElement) => {
    await element.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [element.naturalWidth, element.naturalHeight];
    const context = canvas.getContext("2d");
    context?.drawImage(element, 0, 0);
    const colour = [...(context?.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data ?? [])].slice(0, 3);
    return { width: canvas.width, height: canvas.height, colour };
  });
}

test("images are generated one after the other, are there after a reload, and are removed when they are deleted", async ({
  page,
  studio,
  drawers,
}) => {
  await page.goto(`${studio.url}/sd`);
  await page.getByRole("button", { name: "Generate" }).click();
  await expect(page.getByText("Prompt is required")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Prompt", exact: true })).toBeFocused();
  await page.getByRole("radio", { name: "Core" }).click();
  await page.getByRole("radio", { name: "3:2" }).click();
  await page.getByRole("combobox", { name: "Style" }).selectOption("low-poly");
  await order(page, "wait for a boat");
  await expect(page).toHaveURL(addressOf(studio, "/sd-new"));
  await order(page, "the same boat from above");
  await expect(card(page, "wait for a boat").getByText("Running", { exact: true })).toBeVisible();
  await expect(card(page, "from above")).toContainText("Waiting, number 2 in line");
  await expect(page.getByRole("status").filter({ hasText: "images" })).toHaveText("2 images, 1 running");
  await drawers.release();
  await expect(card(page, "from above").getByText("Success")).toBeVisible();
  expect(drawers.asked.at(-1)).toEqual({
    path: "/v2beta/stable-image/generate/core",
    authorization: `Bearer ${key}`,
    fields: {
      prompt: "the same boat from above",
      aspect_ratio: "3:2",
      style_preset: "low-poly",
      seed: "0",
      output_format: "png",
    },
  });
  await page.reload();
  await expect(page.getByRole("listitem").first()).toContainText("the same boat from above");
  await expect.poll(() => pixelsOf(card(page, "from above").getByRole("img"))).toEqual(drawn.stability);
  // By keyboard alone: open it large, look at what it was made from, delete it.
  await page.getByRole("button", { name: "Open image: the same boat from above" }).press("Enter");
  await expect(page.getByRole("dialog").getByRole("img")).toBeVisible();
  await page.keyboard.press("Escape");
  await card(page, "from above").getByRole("button", { name: "View parameters" }).press("Enter");
  const parameters = page.getByRole("dialog", { name: "Parameters" });
  await expect(parameters).toContainText("Stable Image Core");
  await expect(parameters).toContainText("PNG");
  await page.keyboard.press("Escape");
  await card(page, "from above").getByRole("button", { name: "Delete" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete image" }).press("Enter");
  await expect(page.getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("region", { name: "Images" })).toBeFocused();
});

test("the sentence of an empty gallery is in its middle", async ({ page, studio }) => {
  await page.goto(`${studio.url}/sd`);
  const gallery = page.getByRole("region", { name: "Images" });
  const heading = gallery.getByRole("heading");
  await expect(heading).toBeVisible();
  const [around, within] = await Promise.all([gallery.boundingBox(), heading.boundingBox()]);
  if (!around || !within) throw new Error("The gallery is not rendered.");
  expect(Math.abs(around.y + around.height / 2 - (within.y + within.height / 2))).toBeLessThan(40);
});

test("the error of an image is shown, also after its tab was closed, and it can be retried", async ({
  page,
  studio,
  drawers,
}) => {
  await page.goto(`${studio.url}/sd`);
  await order(page, "refused boat");
  await expect(card(page, "refused boat")).toContainText("content rules");
  await card(page, "refused boat").getByRole("button", { name: "Details" }).click();
  await expect(page.getByRole("dialog", { name: "Parameters" })).toContainText(
    "flagged by our content moderation system",
  );
  await page.keyboard.press("Escape");
  await order(page, "filtered boat");
  await expect(card(page, "filtered boat")).toContainText("content rules");
  await order(page, "wait for ever");
  await expect(card(page, "wait for ever").getByText("Running", { exact: true })).toBeVisible();
  await expect.poll(() => drawers.asked.at(-1)?.fields.prompt).toBe("wait for ever");
  await page.reload();
  await expect(card(page, "wait for ever")).toContainText("The page was closed before the image was ready.");
  await drawers.release();
  await card(page, "filtered boat").getByRole("button", { name: "Retry" }).click();
  await expect(card(page, "filtered boat")).toHaveCount(2);
});

test("models of OpenAI and Zhipu generate images on the same screen", everywhere, async ({ page, studio, drawers }) => {
  await page.goto(`${studio.url}/sd`);
  await page.getByRole("radio", { name: "Other" }).click();
  const model = page.getByRole("combobox", { name: "Other model" });
  await model.selectOption("gpt-image-2@OpenAI");
  await order(page, "a blue boat");
  await expect.poll(() => pixelsOf(card(page, "a blue boat").getByRole("img"))).toEqual(drawn.openai);
  await model.selectOption("cogview-4@ChatGLM");
  await page.getByRole("combobox", { name: "Size" }).selectOption("768x1344");
  await order(page, "a red boat");
  await expect.poll(() => pixelsOf(card(page, "a red boat").getByRole("img"))).toEqual(drawn.zhipu);
  expect(drawers.asked.at(-1)?.fields).toEqual({ model: "cogview-4", prompt: "a red boat", size: "768x1344" });
});

test("a video takes its time, and is shown with a player", async ({ page, studio }) => {
  await page.goto(`${studio.url}/sd`);
  await page.getByRole("radio", { name: "Other" }).click();
  await page.getByRole("combobox", { name: "Other model" }).selectOption("cogvideox-3@ChatGLM");
  await order(page, "a boat that sails");
  await expect(card(page, "a boat that sails").getByText("Running", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Play video from films.test" })).toBeVisible();
});

test("a video can be requested in a chat: its reply waits for the task and contains a player", async ({
  page,
  studio,
}) => {
  await page.goto(studio.url);
  await newChat(page);
  await chooseModel(page, "ChatGLM", "cogvideox-3");
  await send(page, "a boat that sails");
  await expect(page.getByRole("button", { name: "Stop", exact: true }).first()).toBeVisible();
  await expect(messages(page).last().getByRole("button", { name: "Play video from films.test" })).toBeVisible();
});

test("the form can be resized, also after a reload, and the history is cleared at once", async ({ page, studio }) => {
  await page.goto(`${studio.url}/sd`);
  const handle = page.getByRole("separator", { name: "Form width" });
  await expect(handle).toHaveAttribute("aria-valuenow", "340");
  await handle.press("ArrowRight");
  await handle.press("ArrowRight");
  await order(page, "a small boat");
  await expect(card(page, "a small boat").getByText("Success")).toBeVisible();
  await page.reload();
  await expect(handle).toHaveAttribute("aria-valuenow", "372");
  const form = await page.getByRole("button", { name: "Generate" }).boundingBox();
  expect(form?.width).toBeGreaterThan(300);
  await page.getByRole("button", { name: "Clear history" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Clear history" }).press("Enter");
  await expect(page.getByText("No images yet")).toBeVisible();
  await expect(page.getByRole("button", { name: "Clear history" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Stable Diffusion" })).toBeFocused();
});

test("records of a NextChat are shown unchanged, and their images become records of the app", async ({
  page,
  studio,
}) => {
  const { width, height, colour } = drawn.zhipu;
  const img_data = `data:image/png;base64,${pngOf(width, height, colour).toString("base64")}`;
  const record = {
    id: "n",
    model: "ultra",
    model_name: "Stable Image Ultra",
    status: "success",
    params: { prompt: "An old boat", aspect_ratio: "1:1", seed: 0 },
    created_at: "3/12/2024, 10:00:00",
    img_data,
  };
  await page.addInitScript(
    (state) => {
      if (!localStorage.getItem("sd-list")) localStorage.setItem("sd-list", JSON.stringify({ state, version: 1 }));
    },
    { currentId: 1, draw: [record] },
  );
  await page.goto(`${studio.url}/sd-new`);
  await expect
    .poll(async () => JSON.parse((await storedText(page, "sd-list")) ?? "{}").state?.draw[0].img_data)
    .toMatch(/^stored:/);
  await expect.poll(() => pixelsOf(card(page, "An old boat").getByRole("img"))).toEqual(drawn.zhipu);
  await card(page, "An old boat").getByRole("button", { name: "View parameters" }).press("Enter");
  await expect(page.getByRole("dialog", { name: "Parameters" })).toContainText("3/12/2024, 10:00:00");
});

test.describe("with its worker", () => {
  test.use({ serviceWorkers: "allow" });
  test("without a database the service worker stores attachments, and they are sent", async ({
    page,
    app,
    provider,
  }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("Not here.", "SecurityError");
      };
    });
    await page.goto(app.url);
    await page.getByTestId("attach-files").setInputFiles("test/fixtures/images/tide.png");
    const thumbnail = page.getByRole("list", { name: "Attachments" }).getByRole("img");
    await expect(thumbnail).toHaveAttribute("src", new RegExp(`^${app.url}/api/cache/[\\w-]+\\.png$`));
    await expect.poll(() => pixelsOf(thumbnail)).toMatchObject({ width: expect.any(Number) });
    await send(page, "look at this");
    await replyEnded(page);
    expect(JSON.stringify(provider.asked.at(-1)?.messages.at(-1)?.content)).toContain("data:image/png;base64,");
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("form and images are two screens, and an image has its actions in a menu", async ({ page, studio }) => {
    await page.goto(`${studio.url}/sd`);
    await expect(page.getByRole("region", { name: "Images" })).toHaveCount(0);
    await order(page, "a small boat");
    await expect(page).toHaveURL(addressOf(studio, "/sd-new"));
    await expect.poll(() => pixelsOf(card(page, "a small boat").getByRole("img"))).toEqual(drawn.stability);
    await page.getByRole("button", { name: "Actions: a small boat" }).click();
    await page.getByRole("menuitem", { name: "View parameters" }).click();
    await expect(page.getByRole("dialog")).toContainText("a small boat");
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("link", { name: "New" }).click();
    await expect(page.getByRole("textbox", { name: "Prompt", exact: true })).toHaveValue("");
    await page.getByRole("link", { name: "History" }).click();
    await expect(card(page, "a small boat")).toBeVisible();
  });
});

test("a part of an attached photo is marked, by pointer and by keyboard, and sent with its mask", async ({
  page,
  studio,
  drawers,
}) => {
  await page.goto(studio.url);
  await newChat(page);
  await chooseModel(page, "OpenAI", "gpt-image-2");
  const photo = pngOf(300, 200, [10, 120, 60]);
  await page.getByTestId("attach-files").setInputFiles({ name: "kite.png", mimeType: "image/png", buffer: photo });
  await page.getByRole("button", { name: "Mark area to change in image 1" }).click();
  const dialog = page.getByRole("dialog", { name: "Mark area to change" });
  const area = dialog.getByRole("application", { name: "Painting area" });
  await expect(area).toBeVisible();
  const use = dialog.getByRole("button", { name: "Use marked area" });
  await expect(use).toBeDisabled();
  // A line near the upper edge by mouse, and a dot in the middle by keyboard.
  const box = await area.boundingBox();
  if (!box) throw new Error("The painting area has no size.");
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 150, box.y + 20, { steps: 5 });
  await page.mouse.move(box.x + 280, box.y + 20, { steps: 5 });
  await page.mouse.up();
  await area.blur();
  await area.focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await dialog.getByRole("button", { name: "Undo" }).click();
  await use.click();
  await expect(page.getByRole("img", { name: "Marked area" })).toBeVisible();
  await send(page, "A red kite");
  await replyEnded(page);

  const asked = drawers.asked.at(-1);
  const { images = "[]", mask = "{}", prompt } = asked?.fields ?? {};
  expect([asked?.path, prompt, JSON.parse(images).length]).toEqual(["/v1/images/edits", "A red kite", 1]);
  // The transparency of pixels on the line, in the middle, and where the line was undone.
  const clear = await page.evaluate(async (url) => {
    const image = Object.assign(new Image(), { src: url });
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    const alpha = (x: number, y: number) => context?.getImageData(x, y, 1, 1).data[3];
    return [canvas.width, canvas.height, alpha(60, 20), alpha(240, 20), alpha(150, 100), alpha(150, 128)];
  }, JSON.parse(mask).image_url);
  expect(clear).toEqual([300, 200, 0, 0, 0, 255]);

  // The reply's image can be attached to the next message.
  await messages(page).last().getByRole("button", { name: "Image", exact: true }).click();
  await page.getByRole("button", { name: "Use in next message" }).click();
  await expect(page.getByRole("img", { name: "Attached image 1" })).toBeVisible();
});
