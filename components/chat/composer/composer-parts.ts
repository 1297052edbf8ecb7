/** The parts around the message box, lazy-loaded as one chunk, because each chunk adds its URL to the first screen. */
export { openFiles } from "@/store/app/opened-files";
export { AttachmentTray } from "./attachment-tray";
export { BoxRows } from "./box-rows";
export { ComposerHead } from "./composer-head";
export { FilePickers } from "./file-pickers";
export { LaterTools } from "./later-tools";
export { RequestMeter } from "./request-meter";
export { runCommand } from "./run-command";
export { ToolMenu } from "./tool-menu";
export { VoiceButton } from "./voice-button";
