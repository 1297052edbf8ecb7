/** What is heard and said: loaded as one piece, since each piece costs the screen its address. */
export { SpeechSection } from "./speech-section";
export { VoiceSection } from "./voice-section";
