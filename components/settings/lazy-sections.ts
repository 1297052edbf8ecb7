/** The parts that the settings screen lazy-loads, as one chunk, because each chunk adds its URL to the screen. */
export { CostsSection } from "@/components/costs/costs-section";
export { FactsSection } from "@/components/facts/facts-section";
export { AccessSection } from "./access-section";
export { DataSection } from "./data-section";
export { DocumentsSection } from "./documents-section";
export { FoundScreens } from "./found-screens";
export { ImportDialog } from "./import-dialog";
export { ModelDefaults } from "./model-defaults";
export { goToNamedSetting, keepNamedSetting } from "./named-setting";
export { PromptsRow } from "./prompts-row";
export { ResetSection } from "./reset-section";
export { SettingsSearch } from "./settings-search";
export { SpeechSection } from "./speech-section";
export { ToolsSection } from "./tools-section";
export { UpdateRow } from "./update-row";
export { VoiceSection } from "./voice-section";
