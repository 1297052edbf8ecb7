import type { VoiceFailure, VoicePhase } from "@/lib/chat/live-voice";
import { type VoiceContext, voiceContext } from "@/lib/chat/voice-context";
import { type CallEffect, type CallEvent, type CallState, newCall, reduceCall } from "@/lib/engine/reduce-call";
import { openVoicePeer, openVoiceSocket, type VoiceTransport } from "@/lib/engine/voice-transport";
import { AppError, toAppError } from "@/lib/errors";
import { base64OfSamples, joinSamples, samplesOfBase64 } from "@/lib/media/pcm";
import { createVoiceRecording, samplesIn, type VoiceRecording } from "@/lib/media/voice-recording";
import { openVoiceSound, type VoiceSound } from "@/lib/media/voice-sound";
import { basePath } from "@/lib/platform/build-info";
import { type RealtimeEvent, saidBefore, sessionUpdate, voiceUpdate } from "@/lib/providers/codecs/realtime";
import type { VoiceSettings } from "@/lib/settings/voice-settings";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { refuseOverBudget } from "@/store/costs/budget";
import { tabContext } from "@/store/records/records";
import { changeVoice } from "@/store/settings/change-voice";
import { sessionInUse } from "@/store/settings/models";
import { isProjectUnread, projectOf } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";
import { stopSpeech } from "@/store/voice/speech";
import { useVoice } from "@/store/voice/voice";
import { createVoiceNotes, type VoiceNotes } from "@/store/voice/voice-notes";
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

/** The parts and the state of a call. */
interface CallParts {
  readonly sessionId: string;
  readonly context: typeof tabContext;
  readonly notes: VoiceNotes;
  readonly recording: VoiceRecording;
  /** Aborts when the call ends. */
  readonly opening: AbortController;
  state: CallState;
  sound: VoiceSound | undefined;
  connection: VoiceTransport | undefined;
  /** The user's last sentence, until the service says which item it is. */
  userSound: Int16Array[];
  /** The sound of the current reply that was played. */
  replySound: Int16Array[];
}

/**
 * Starts a voice call in a chat. The voice store shows its progress. Never throws: a call that cannot begin is a phase of
 * that store. What an event does is decided in lib/engine/reduce-call.ts.
 */
export function startVoiceCall(sessionId: string, context = tabContext): VoiceCall {
  const call: CallParts = {
    sessionId,
    context,
    notes: createVoiceNotes(sessionId, voiceModel(useSettings.getState().realtimeConfig), context),
    recording: createVoiceRecording(),
    opening: new AbortController(),
    state: newCall,
    sound: undefined,
    connection: undefined,
    userSound: [],
    replySound: [],
  };
  const effects = createEffects(call);

  function handle(event: CallEvent): void {
    const step = reduceCall(call.state, event);
    call.state = step.state;
    for (const effect of step.effects) (effects[effect.type] as (effect: CallEffect) => void)(effect);
  }

  openCall(call, handle).catch((thrown: unknown) => {
    if (call.opening.signal.aborted) return;
    useVoice.getState().note({ type: "broke", ...failureOf(thrown) });
    handle({ type: "hang-up" });
  });
  return createControls(call, handle);
}

/** Creates what the user can do in a call. */
function createControls(call: CallParts, handle: (event: CallEvent) => void): VoiceCall {
  return {
    setMuted(isMuted) {
      call.sound?.setMuted(isMuted);
      useVoice.setState({ isMuted });
    },
    interrupt: () => handle({ type: "interrupt" }),
    async changeMicrophone(deviceId) {
      const microphone = await call.sound?.changeMicrophone(deviceId);
      useVoice.setState({ deviceId });
      if (microphone) await call.connection?.replaceMicrophone(microphone);
    },
    changeVoice(voice) {
      changeVoice({ voice });
      if (call.state.isReady) call.connection?.send(voiceUpdate(voice));
    },
    readLevels(levels) {
      if (call.sound) call.sound.readLevels(levels);
      else levels.fill(0);
    },
    end: () => handle({ type: "hang-up" }),
  };
}

/** Creates the functions that carry out the effects of events. */
function createEffects(call: CallParts): EffectHandlers {
  const { notes, recording } = call;
  const { note } = useVoice.getState();
  return {
    "send-context": () => sendContext(call),
    silence: ({ itemId }) => silence(call, itemId),
    "cancel-reply"() {
      call.connection?.send({ type: "response.cancel" });
      if (call.connection?.carriesSound) call.connection.send({ type: "output_audio_buffer.clear" });
    },
    play({ base64 }) {
      const samples = samplesOfBase64(base64);
      call.replySound.push(samples);
      call.sound?.play(samples);
    },
    "cut-recording"({ fromMs, toMs }) {
      call.userSound = [recording.cut(fromMs, toMs)];
    },
    "note-user"({ itemId }) {
      notes.userSaid(itemId, call.userSound);
      call.userSound = [];
    },
    "note-user-text": ({ itemId, text }) => notes.userText(itemId, text),
    "note-reply-text": ({ itemId, text }) => notes.replyText(itemId, text),
    "end-reply"({ wasStopped }) {
      notes.endReply(call.replySound, wasStopped);
      call.replySound = [];
      void call.context.records.journal.flush();
    },
    "show-silence"({ evenIfPlaying }) {
      if (evenIfPlaying || !call.sound?.isPlaying()) note({ type: "sound-ends" });
    },
    "show-playing": () => note({ type: "sound-starts" }),
    report: ({ message }) => report(new AppError("unexpected", { message })),
    "show-end": (end) => note({ type: "broke", ...endOf(end) }),
    close: () => close(call),
  };
}

/** Stops playback, and tells the service how much of the item the user has heard. */
function silence(call: CallParts, itemId: string): void {
  const heardMs = call.sound?.silence() ?? 0;
  if (heardMs <= 0 || itemId === "") return;
  call.replySound = [joinSamples(call.replySound).slice(0, samplesIn(heardMs))];
  call.connection?.send({
    type: "conversation.item.truncate",
    item_id: itemId,
    content_index: 0,
    audio_end_ms: heardMs,
  });
}

function sendContext({ sessionId, context, connection }: CallParts): void {
  useVoice.setState({ startedAt: context.env.now() });
  const { instructions, said } = contextOf(sessionId);
  connection?.send(sessionUpdate({ voice: useSettings.getState().realtimeConfig.voice, instructions }));
  for (const { role, text } of said) connection?.send(saidBefore(role, text));
}

function close(call: CallParts): void {
  call.opening.abort();
  call.connection?.close();
  call.sound?.close();
  call.sound = undefined;
  call.connection = undefined;
}

/** Opens the microphone, the playback and the connection to the service. Stops if the call ends meanwhile. */
async function openCall(call: CallParts, handle: (event: CallEvent) => void): Promise<void> {
  const { signal } = call.opening;
  stopSpeech();
  const session = sessionOf(useChats.getState(), call.sessionId);
  if (session && isProjectUnread(session)) throw new AppError("project");
  const called = { providerName: "OpenAI", model: voiceModel(useSettings.getState().realtimeConfig) };
  await refuseOverBudget(called, { sessionId: call.sessionId, project: session && projectOf(session) });
  const target = await voiceTarget();
  if (signal.aborted) return;
  const { deviceId } = useVoice.getState();
  const opened = await openVoiceSound({
    recorderUrl: `${basePath}/voice/recorder.js`,
    deviceId,
    onRecorded: (samples) => sendRecorded(call, samples),
    onPlayed: () => handle({ type: "playback-ends" }),
  });
  if (signal.aborted) return opened.close();
  call.sound = opened;
  const listeners = {
    onEvent: (event: RealtimeEvent) => onServiceEvent(event, call.notes, handle),
    onClose: (reason: string) => handle({ type: "disconnect", reason }),
  };
  if (target.kind === "socket") {
    call.connection = openVoiceSocket(target.target, listeners);
    return;
  }
  const peer = await openVoicePeer({
    ...listeners,
    ...target,
    microphone: opened.microphone,
    onSound: (stream) =>
      opened.playStream(stream, (samples) => {
        if (useVoice.getState().phase === "speaking") call.replySound.push(samples);
      }),
    fetch: call.context.env.fetch,
    signal,
  });
  if (signal.aborted) return peer.close();
  call.connection = peer;
}

function onServiceEvent(event: RealtimeEvent, notes: VoiceNotes, handle: (event: CallEvent) => void): void {
  if (event.type === "error") console.warn("The voice service refused a request.", event.code, event.message);
  useVoice.getState().note(event);
  handle(event);
  if ((event.type === "reply-ends" || event.type === "reply-fails") && event.usage) {
    notes.replyUsage(event.itemId, event.usage);
  }
}

/** Records samples of the microphone, and sends them unless the connection carries the sound itself. */
function sendRecorded({ state, connection, recording }: CallParts, samples: Int16Array): void {
  if (!state.isReady || !connection) return;
  recording.append(samples, state.userStartMs === undefined);
  if (connection.carriesSound) return;
  connection.send({ type: "input_audio_buffer.append", audio: base64OfSamples(samples) });
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
  console.warn("Could not start a voice call.", code, cause);
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
function contextOf(sessionId: string): VoiceContext {
  const chats = useChats.getState();
  const session = sessionOf(chats, sessionId);
  if (!session) return { instructions: "", said: [] };
  const thread = (chats.threads[sessionId]?.ids ?? []).flatMap((id) => chats.messages[id] ?? []);
  return voiceContext(sessionInUse(session), thread, projectOf(session)?.instructions);
}
