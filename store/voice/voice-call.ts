import { recentHistory } from "@/lib/chat/context";
import type { VoiceFailure } from "@/lib/chat/live-voice";
import { textOf } from "@/lib/chat/message";
import { openVoicePeer, openVoiceSocket, type VoiceTransport } from "@/lib/engine/voice-transport";
import { AppError, toAppError } from "@/lib/errors";
import { base64OfSamples, joinSamples, samplesOfBase64 } from "@/lib/media/pcm";
import { openVoiceSound, type VoiceSound } from "@/lib/media/voice-sound";
import { voiceRate } from "@/lib/media/wav";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { basePath } from "@/lib/platform/build-info";
import { type RealtimeEvent, saidBefore, sessionUpdate, voiceUpdate } from "@/lib/providers/codecs/realtime";
import type { VoiceSettings } from "@/lib/settings/voice-settings";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { journal } from "@/store/records/journal";
import { sessionInUse } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";
import { stopSpeech } from "@/store/voice/speech";
import { useVoice } from "@/store/voice/voice";
import { createVoiceNotes } from "@/store/voice/voice-notes";
import { voiceModel, voiceTarget } from "@/store/voice/voice-target";

/** A live conversation that is under way. */
export interface VoiceCall {
  setMuted(isMuted: boolean): void;
  /** Ends the answer that is being spoken. */
  interrupt(): void;
  changeMicrophone(deviceId: string): Promise<void>;
  /** Lets the model speak with another voice, now and from now on; in vain once it has been heard. */
  changeVoice(voice: VoiceSettings["voice"]): void;
  readLevels(levels: Uint8Array<ArrayBuffer>): void;
  end(): void;
}

const { fetch, now } = browserEnvironment;

/** So much of what the microphone heard is kept while nobody speaks: a beginning is noticed a moment late; in samples. */
const keptSamples = 5 * voiceRate;

/**
 * Opens a live conversation in a chat; what becomes of it is told to the voice store. Never throws: what keeps it from
 * beginning is a phase of the store's.
 */
export function startVoiceCall(sessionId: string): VoiceCall {
  const settings = useSettings.getState().realtimeConfig;
  const { note } = useVoice.getState();
  const notes = createVoiceNotes(sessionId, voiceModel(settings));
  const opening = new AbortController();
  let sound: VoiceSound | undefined;
  let line: VoiceTransport | undefined;
  let isReady = false;
  /** What the microphone heard since the last that was cut off it, and where in all of it that begins, in samples. */
  const recorded: Int16Array[] = [];
  let recordedFrom = 0;
  /** When the user began to speak, in milliseconds of what was recorded; nothing while nobody speaks. */
  let personStart: number | undefined;
  let personSound: Int16Array[] = [];
  /** What is heard of the reply, and the item that it belongs to. */
  let heard: Int16Array[] = [];
  let replyItem = "";
  let isReplying = false;
  /** Over a line of its own: the reply's sound has begun and not ended. */
  let isSounding = false;
  /** What the service last refused, in its words. */
  let refused = "";
  /** Replies of which nothing more is taken. */
  const over = new Set<string>();

  function onRecorded(samples: Int16Array) {
    if (!isReady || !line) return;
    recorded.push(samples);
    if (personStart === undefined) dropRecorded(recordedUntil() - keptSamples);
    if (!line.carriesSound) line.send({ type: "input_audio_buffer.append", audio: base64OfSamples(samples) });
  }

  function recordedUntil(): number {
    return recorded.reduce((end, { length }) => end + length, recordedFrom);
  }

  /** Lets go of whole pieces that end before a sample. */
  function dropRecorded(before: number) {
    for (let first = recorded[0]; first && recordedFrom + first.length <= before; first = recorded[0]) {
      recordedFrom += first.length;
      recorded.shift();
    }
  }

  function onPlayed() {
    if (!isReplying) note({ type: "sound-ends" });
  }

  /** Returns what the microphone heard between two moments, in milliseconds, and lets go of it. */
  function cutRecorded(fromMs: number, toMs: number): Int16Array[] {
    const whole = joinSamples(recorded);
    const from = Math.max(0, samplesIn(fromMs) - recordedFrom);
    const to = Math.max(from, samplesIn(toMs) - recordedFrom);
    dropRecorded(samplesIn(toMs));
    return [whole.slice(from, to)];
  }

  function endReply(wasStopped: boolean) {
    isReplying = false;
    isSounding = false;
    over.add(replyItem);
    notes.endReply(heard, wasStopped);
    heard = [];
    void journal.flush();
    if (!sound?.isPlaying()) note({ type: "sound-ends" });
  }

  /** The user speaks: the answer falls silent, and the model is told how much of it was heard. */
  function fallSilent() {
    const heardMs = sound?.silence() ?? 0;
    if (heardMs > 0 && replyItem !== "") {
      heard = [joinSamples(heard).slice(0, samplesIn(heardMs))];
      line?.send({ type: "conversation.item.truncate", item_id: replyItem, content_index: 0, audio_end_ms: heardMs });
    }
    if (isReplying) endReply(true);
  }

  function onEvent(event: RealtimeEvent) {
    note(event);
    switch (event.type) {
      case "ready":
        return begin();
      case "user-starts":
        personStart = event.atMs;
        return fallSilent();
      case "user-ends":
        personSound = cutRecorded(personStart ?? event.atMs, event.atMs);
        personStart = undefined;
        return;
      case "user-said":
        notes.personSaid(event.itemId, personSound);
        personSound = [];
        return;
      case "user-text":
        if (event.isWhole) notes.personText(event.itemId, event.text);
        return;
      case "reply-starts":
        isReplying = true;
        return;
      case "reply-text":
        if (over.has(event.itemId)) return;
        isReplying = true;
        replyItem = event.itemId;
        return notes.replyText(event.itemId, event.text);
      case "reply-sound": {
        if (over.has(event.itemId)) return;
        isReplying = true;
        const samples = samplesOfBase64(event.base64);
        replyItem = event.itemId;
        heard.push(samples);
        sound?.play(samples);
        return note({ type: "sound-starts" });
      }
      case "reply-ends":
        // A line of its own may still carry what is left of the sound.
        if (isReplying && !(isSounding && event.isWhole)) endReply(!event.isWhole);
        return;
      case "reply-fails":
        sound?.silence();
        endReply(true);
        return report(new AppError("unexpected", { message: event.message }));
      case "sound-starts":
        isSounding = true;
        return;
      case "sound-ends":
        if (isReplying) endReply(false);
        return;
      case "error":
        refused = event.message;
        // Most are answers to one event and end nothing; the connection tells when it is over.
        console.warn("Live voice was refused something.", event.code, event.message);
        return;
    }
  }

  function begin() {
    if (isReady) return;
    isReady = true;
    useVoice.setState({ startedAt: now() });
    const { instructions, said } = contextOf(sessionId);
    refused = "";
    line?.send(sessionUpdate({ voice: useSettings.getState().realtimeConfig.voice, instructions }));
    for (const { role, text } of said) line?.send(saidBefore(role, text));
  }

  function breakOff(reason: string) {
    const message = reason || refused;
    if (isReady) note({ type: "broke", phase: "ended", failure: message ? { code: "unexpected", message } : null });
    else note({ type: "broke", phase: "failed", failure: { code: message ? "unexpected" : "network", message } });
    letGo();
  }

  function letGo() {
    opening.abort();
    if (isReplying) fallSilent();
    line?.close();
    sound?.close();
    sound = undefined;
    line = undefined;
  }

  async function open() {
    stopSpeech();
    const target = await voiceTarget();
    if (opening.signal.aborted) return;
    const { deviceId } = useVoice.getState();
    const opened = await openVoiceSound({
      recorderUrl: `${basePath}/voice/recorder.js`,
      deviceId,
      onRecorded,
      onPlayed,
    });
    if (opening.signal.aborted) return opened.close();
    sound = opened;
    const hearing = { onEvent, onClose: breakOff };
    if (target.kind === "socket") {
      line = openVoiceSocket(target.target, hearing);
      return;
    }
    const peer = await openVoicePeer({
      ...hearing,
      ...target,
      microphone: opened.microphone,
      onSound: (stream) =>
        opened.playStream(stream, (samples) => {
          if (useVoice.getState().phase === "speaking") heard.push(samples);
        }),
      fetch,
      signal: opening.signal,
    });
    if (opening.signal.aborted) return peer.close();
    line = peer;
  }

  open().catch((thrown: unknown) => {
    if (opening.signal.aborted) return;
    const { code, cause, details } = toAppError(thrown);
    console.warn("A live conversation could not begin.", code, cause);
    const phases = { "not-allowed": "denied", "not-supported": "no-microphone", "no-model": "not-set-up" } as const;
    const isOurs = code in phases;
    const failure: VoiceFailure | null = isOurs ? null : { code, message: String(details.message ?? "") };
    note({ type: "broke", phase: isOurs ? phases[code as keyof typeof phases] : "failed", failure });
    letGo();
  });

  return {
    setMuted(isMuted) {
      sound?.setMuted(isMuted);
      useVoice.setState({ isMuted });
    },
    interrupt() {
      line?.send({ type: "response.cancel" });
      if (line?.carriesSound) line.send({ type: "output_audio_buffer.clear" });
      fallSilent();
      note({ type: "sound-ends" });
    },
    async changeMicrophone(deviceId) {
      const microphone = await sound?.changeMicrophone(deviceId);
      useVoice.setState({ deviceId });
      if (microphone) await line?.replaceMicrophone(microphone);
    },
    changeVoice(voice) {
      useSettings.getState().setVoice({ voice });
      if (isReady) line?.send(voiceUpdate(voice));
    },
    readLevels(levels) {
      if (sound) sound.readLevels(levels);
      else levels.fill(0);
    },
    end: letGo,
  };
}

/** What the model is told of a chat before anything is said. */
function contextOf(sessionId: string) {
  const chats = useChats.getState();
  const found = sessionOf(chats, sessionId);
  if (!found) return { instructions: "", said: [] };
  const session = sessionInUse(found);
  const thread = (chats.threads[sessionId]?.ids ?? []).flatMap((id) => chats.messages[id] ?? []);
  const recent = recentHistory(session, thread, session.mask.modelConfig);
  const all = [...session.mask.context, ...recent]
    .map((message) => ({ role: message.role, text: textOf(message) }))
    .filter(({ text }) => text.trim() !== "");
  return {
    instructions: all
      .filter(({ role }) => role === "system")
      .map(({ text }) => text)
      .join("\n\n"),
    said: all.filter(({ role }) => role !== "system"),
  };
}

function samplesIn(ms: number): number {
  return Math.round((ms / 1000) * voiceRate);
}
