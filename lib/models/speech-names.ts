/** Names of models for speech. Not `omni`: those are chat models, whose speech is a kind of reply. */
const speechName = /(^|[-_./:])(tts|asr|stt|whisper|transcribe|audio|realtime|speech)([-_./:]|$)/i;

/** Whether models of this name make or read speech instead of texts. */
export function makesSpeech(model: string): boolean {
  return speechName.test(model);
}
