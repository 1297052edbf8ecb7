/** @jest-environment jsdom */
import "@/test/support/jsdom-platform";
import { fireEvent, render, screen } from "@testing-library/react";
import { ImageOptions } from "@/components/chat/composer/image-options";
import { ownBrand } from "@/lib/brand/brand";
import { setBrand } from "@/lib/platform/brand";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useChats } from "@/store/chats/chats";
import { useAccess } from "@/store/settings/access";
import { useModels } from "@/store/settings/models";
import { sampleSession, usualDefaults, usualSettings } from "../../../support/chat-samples";
import { WithMessages } from "../../../support/with-messages";

function show(model: string, providerName: string, settings = {}) {
  useAccess.setState({ flags: { ...serverlessFlags, demo: "off" }, reach: {} });
  useModels.setState({ fetched: { openai: ["gpt-image-2", "dall-e-3", "gpt-4o"], google: ["gemini-3-pro-image"] } });
  const plain = sampleSession({ id: "s1" });
  const modelConfig = { ...usualSettings, model, providerName, ...settings };
  useChats
    .getState()
    .hydrate([{ ...plain, mask: { ...plain.mask, modelConfig, syncGlobalConfig: false } }], "s1", usualDefaults);
  render(<ImageOptions sessionId="s1" />, { wrapper: WithMessages });
}

const names = () => screen.queryAllByRole("combobox").map((select) => select.getAttribute("aria-label"));
const optionsOf = (name: string) =>
  [...(screen.getByRole("combobox", { name }) as HTMLSelectElement).options].map(({ text }) => text);
const settings = () => useChats.getState().sessions[0]?.mask.modelConfig;

test.each([
  ["gpt-image-2", "OpenAI", ["Size", "Quality", "Background", "Output format", "Number of images"]],
  ["dall-e-3", "OpenAI", ["Size", "Quality", "Style"]],
  ["gemini-3-pro-image", "Google", ["Size", "Aspect ratio"]],
  ["gpt-4o", "OpenAI", []],
])("%s of %s has the options %j", (model, providerName, expected) => {
  show(model, providerName);
  expect(names()).toEqual(expected);
});

test("choices are those of the model, and are stored as settings of the chat", () => {
  show("gpt-image-2", "OpenAI");
  expect(optionsOf("Quality")).toEqual(["Standard", "Low", "Medium", "High"]);
  expect(optionsOf("Size").slice(-2)).toEqual(["2160×3840", "Automatic"]);
  expect(optionsOf("Number of images")).toEqual(["1", "2", "3", "4"]);
  fireEvent.change(screen.getByRole("combobox", { name: "Number of images" }), { target: { value: "3" } });
  fireEvent.change(screen.getByRole("combobox", { name: "Background" }), { target: { value: "transparent" } });
  expect([settings()?.imageCount, settings()?.background]).toEqual([3, "transparent"]);
  expect(optionsOf("Output format")).toEqual(["PNG", "WebP"]);
});

test("a size of another model is shown as the model's first one, and stays stored", () => {
  show("gemini-3-pro-image", "Google", { size: "1792x1024" });
  expect(screen.getByRole("combobox", { name: "Size" })).toHaveValue("1K");
  expect(settings()?.size).toBe("1792x1024");
});

test("options that the operator hides are not shown", () => {
  setBrand({ ...ownBrand, defaults: { settings: {}, fixed: [], hidden: ["size", "quality"] } }, []);
  show("dall-e-3", "OpenAI");
  setBrand(ownBrand, []);
  expect(names()).toEqual(["Style"]);
});
