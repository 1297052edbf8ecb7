/** What the message box has besides the box: loaded as one piece, since each piece costs the first screen its address. */
export { openFiles } from "@/store/app/opened-files";
export { AttachmentTray } from "./attachment-tray";
export { ComposerHead } from "./composer-head";
export { ComposerTools } from "./composer-tools";
export { ImageOptions } from "./image-options";
export { RequestMeter } from "./request-meter";
export { runCommand } from "./run-command";
export { VoiceButton } from "./voice-button";
