/** @jest-environment jsdom */
import "../../../support/jsdom-platform";
import { changeModelSettings } from "@/components/chat/settings/change-model-settings";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useChats } from "@/store/chats/chats";
import { useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";
import { sampleSession } from "../../../support/chat-samples";

const initialAccess = useAccess.getState();
const initialSettings = useSettings.getState();

beforeEach(() => {
  const session = sampleSession({ id: "s" });
  useChats.setState({ sessions: [{ ...session, mask: { ...session.mask, syncGlobalConfig: true } }] });
});
afterEach(() => {
  useAccess.setState(initialAccess, true);
  useSettings.setState(initialSettings, true);
});

const modelConfig = () => useChats.getState().sessions[0]?.mask.modelConfig;

test.each([
  ["the operator's default", { demo: "off", defaultModel: "o3" }, false, "o3"],
  ["the one that the user chose", { demo: "off", defaultModel: "o3" }, true, "gpt-4o-mini"],
  ["the global one, not the demonstration", { demo: "offered" }, false, "gpt-4o-mini"],
] as const)("a chat that gets its own settings keeps its model: %s", (_name, flags, hasChosenModel, model) => {
  useAccess.setState({ flags: { ...serverlessFlags, ...flags } });
  useSettings.setState({ hasChosenModel });
  changeModelSettings("s", { temperature: 0.9 });
  expect(modelConfig()).toEqual({ ...useSettings.getState().modelConfig, model, temperature: 0.9 });
});
