import { maskLink, maskOfLink, readMaskLink } from "@/lib/chat/mask-link";
import { readMaskList, storedMaskList } from "@/lib/chat/mask-list";
import { maskSchema } from "@/lib/chat/mask-schema";
import type { ModelSettings } from "@/lib/chat/model-settings";
import { nextChatMask } from "@/lib/export/nextchat-mask";
import { readNextChatMask } from "@/lib/import/nextchat/nextchat-mask";
import * as z from "@/lib/zod";
import { usualSettings } from "../../support/chat-samples";
import { importContext } from "../../support/import-samples";
import { sampleMask } from "../../support/mask-samples";

/** The settings that only some models have, each with another value than its default. */
const chosen = {
  thinking: "low",
  verbosity: "high",
  seed: "42",
  stop: "END, \\n\\n",
  top_k: "40",
  min_p: "0.05",
  num_ctx: "8192",
  answerFormat: "schema",
  answerSchema: '{"type":"object"}',
  keep_alive: "oneHour",
} satisfies Partial<ModelSettings>;
const modelConfig: ModelSettings = { ...usualSettings, ...chosen };
/** With a setting of a later version. */
const later = { ...modelConfig, laterSetting: { depth: 2 } };

const mask = sampleMask({ id: "m", name: "Tides", syncGlobalConfig: false, modelConfig: later });

test("a stored mask keeps the choices of models, and settings of later versions", () => {
  expect(z.parse(maskSchema, JSON.parse(JSON.stringify(mask))).modelConfig).toEqual(later);
});

test("the list of masks keeps the choices of models, and settings of later versions", () => {
  const list = { own: [mask], language: "", deleted: {}, unread: {}, lastUpdateTime: 9 };
  const { own } = readMaskList(JSON.parse(JSON.stringify(storedMaskList(list))));
  expect(own[0]?.modelConfig).toEqual(later);
});

test("a mask in NextChat's format keeps the choices of models, and settings of later versions", () => {
  const written = JSON.parse(JSON.stringify(nextChatMask(mask)));
  const read = readNextChatMask(written, "n", { context: importContext, modelConfig: {} });
  expect(read.modelConfig).toEqual(later);
});

test("a mask link has the choices of models; settings that this version cannot check are left out @I8.5", () => {
  const read = readMaskLink(maskLink(mask) ?? "");
  const given = { newId: () => "n", now: 7, global: usualSettings };
  expect(read.kind === "mask" && maskOfLink(read.mask, given).modelConfig).toEqual(modelConfig);
});
