import { recentHistory } from "@/lib/chat/context";
import type { VoiceFailure, VoicePhase } from "@/lib/chat/live-voice";
import { textOf } from "@/lib/chat/message";
import { type CallEffect, type CallEvent, newCall, reduceCall } from "@/lib/engine/reduce-call";
import { openVoicePeer, openVoiceSocket, type VoiceTransport } from "@/lib/engine/voice-transport";
import { AppError, toAppError } from "@/lib/errors";
import { base64OfSamples, joinSamples, samplesOfBase64 } from "@/lib/media/pcm";
import { createVoiceRecording, samplesIn } from "@/lib/media/voice-recording";
import { openVoiceSound, type VoiceSound } from "@/lib/media/voice-sound";
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

/** A voice call in progress. */
export interface VoiceCall {
  setMuted(isMuted: boolean): void;
  /** Ends the reply that is being spoken. */
  interrupt(): void;
  changeMicrophone(deviceId: string): Promise<void>;
  /** Changes the model's voice, now and for later calls. The service ignores it once the model has spoken. */
  changeVoice(voice: VoiceSettings["voice"]): void;
  readLevels(levels: Uint8Array<ArrayBuffer>): void;
  end(): void;
}

const { fetch, now } = browserEnvironment;

/**
 * Starts a voice call in a chat. The voice store shows its progress. Never throws: a call that cannot begin is a phase of
 * that store. What an event does is decided in lib/engine/reduce-call.ts.
 */
export function startVoiceCall(sessionId: string): VoiceCall {
  const settings = useSettings.getState().realtimeConfig;
  const { note } = useVoice.getState();
  const notes = createVoiceNotes(sessionId, voiceModel(settings));
  const recording = createVoiceRecording();
  const opening = new AbortController();
  let state = newCall;
  let sound: VoiceSound | undefined;
  let connection: VoiceTransport | undefined;
  /** The user's last sentence, until the service says which item it is. */
  let userSound: Int16Array[] = [];
  /** The sound of the current reply that was played. */
  let replySound: Int16Array[] = [];

  const effects: EffectHandlers = {
    "send-context": sendContext,
    silence: ({ itemId }) => silence(itemId),
    "cancel-reply"() {
      connection?.send({ type: "response.cancel" });
      if (connection?.carriesSound) connection.send({ type: "output_audio_buffer.clear" });
    },
    play({ base64 }) {
      const samples = samplesOfBase64(base64);
      replySound.push(samples);
      sound?.play(samples);
    },
    "cut-recording"({ fromMs, toMs }) {
      userSound = [recording.cut(fromMs, toMs)];
    },
    "note-user"({ itemId }) {
      notes.userSaid(itemId, userSound);
      userSound = [];
    },
    "note-user-text": ({ itemId, text }) => notes.userText(itemId, text),
    "note-reply-text": ({ itemId, text }) => notes.replyText(itemId, text),
    "end-reply"({ wasStopped }) {
      notes.endReply(replySound, wasStopped);
      replySound = [];
      void journal.flush();
    },
    "show-silence"({ evenIfPlaying }) {
      if (evenIfPlaying || !sound?.isPlaying()) note({ type: "sound-ends" });
    },
    "show-playing": () => note({ type: "sound-starts" }),
    report: ({ message }) => report(new AppError("unexpected", { message })),
    "show-end": (end) => note({ type: "broke", ...endOf(end) }),
    close,
  };

  function handle(event: CallEvent): void {
    const step = reduceCall(state, event);
    state = step.state;
    for (const effect of step.effects) (effects[effect.type] as (effect: CallEffect) => void)(effect);
  }

  function onServiceEvent(event: RealtimeEvent): void {
    if (event.type === "error") console.warn("The voice service refused a request.", event.code, event.message);
    note(event);
    handle(event);
  }

  function onRecorded(samples: Int16Array): void {
    if (!state.isReady || !connection) return;
    recording.append(samples, state.userStartMs === undefined);
    if (connection.carriesSound) return;
    connection.send({ type: "input_audio_buffer.append", audio: base64OfSamples(samples) });
  }

  /** Stops playback, and tells the service how much of the item the user has heard. */
  function silence(itemId: string): void {
    const heardMs = sound?.silence() ?? 0;
    if (heardMs <= 0 || itemId === "") return;
    replySound = [joinSamples(replySound).slice(0, samplesIn(heardMs))];
    connection?.send({
      type: "conversation.item.truncate",
      item_id: itemId,
      content_index: 0,
      audio_end_ms: heardMs,
    });
  }

  function sendContext(): void {
    useVoice.setState({ startedAt: now() });
    const { instructions, said } = contextOf(sessionId);
    connection?.send(sessionUpdate({ voice: useSettings.getState().realtimeConfig.voice, instructions }));
    for (const { role, text } of said) connection?.send(saidBefore(role, text));
  }

  function close(): void {
    opening.abort();
    connection?.close();
    sound?.close();
    sound = undefined;
    connection = undefined;
  }

  async function open(): Promise<void> {
    stopSpeech();
    const target = await voiceTarget();
    if (opening.signal.aborted) return;
    const { deviceId } = useVoice.getState();
    const opened = await openVoiceSound({
      recorderUrl: `${basePath}/voice/recorder.js`,
      deviceId,
      onRecorded,
      onPlayed: () => handle({ type: "playback-ends" }),
    });
    if (opening.signal.aborted) return opened.close();
    sound = opened;
    const listeners = {
      onEvent: onServiceEvent,
      onClose: (reason: string) => handle({ type: "disconnect", reason }),
    };
    if (target.kind === "socket") {
      connection = openVoiceSocket(target.target, listeners);
      return;
    }
    const peer = await openVoicePeer({
      ...listeners,
      ...target,
      microphone: opened.microphone,
      onSound: (stream) =>
        opened.playStream(stream, (samples) => {
          if (useVoice.getState().phase === "speaking") replySound.push(samples);
        }),
      fetch,
      signal: opening.signal,
    });
    if (opening.signal.aborted) return peer.close();
    connection = peer;
  }

  open().catch((thrown: unknown) => {
    if (opening.signal.aborted) return;
    note({ type: "broke", ...failureOf(thrown) });
    handle({ type: "hang-up" });
  });

  return {
    setMuted(isMuted) {
      sound?.setMuted(isMuted);
      useVoice.setState({ isMuted });
    },
    interrupt: () => handle({ type: "interrupt" }),
    async changeMicrophone(deviceId) {
      const microphone = await sound?.changeMicrophone(deviceId);
      useVoice.setState({ deviceId });
      if (microphone) await connection?.replaceMicrophone(microphone);
    },
    changeVoice(voice) {
      useSettings.getState().setVoice({ voice });
      if (state.isReady) connection?.send(voiceUpdate(voice));
    },
    readLevels(levels) {
      if (sound) sound.readLevels(levels);
      else levels.fill(0);
    },
    end: () => handle({ type: "hang-up" }),
  };
}

type EffectHandlers = {
  readonly [Type in CallEffect["type"]]: (effect: Extract<CallEffect, { readonly type: Type }>) => void;
};

interface CallEnd {
  readonly phase: VoicePhase;
  readonly failure: VoiceFailure | null;
}

/** Returns what the screen shows of a call whose connection closed. */
function endOf({ wasReady, message }: { readonly wasReady: boolean; readonly message: string }): CallEnd {
  if (wasReady) return { phase: "ended", failure: message ? { code: "unexpected", message } : null };
  return { phase: "failed", failure: { code: message ? "unexpected" : "network", message } };
}

/** Returns what the screen shows of a call that could not begin. */
function failureOf(thrown: unknown): CallEnd {
  const { code, cause, details } = toAppError(thrown);
  console.warn("A voice call could not begin.", code, cause);
  const phases: Readonly<Record<string, VoicePhase>> = {
    "not-allowed": "denied",
    "not-supported": "no-microphone",
    "no-model": "not-set-up",
  };
  const phase = phases[code];
  return phase
    ? { phase, failure: null }
    : { phase: "failed", failure: { code, message: String(details.message ?? "") } };
}

/** Returns the chat's instructions and earlier messages for the service. */
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
