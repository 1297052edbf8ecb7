import type { RealtimeEvent } from "@/lib/providers/codecs/realtime";

/** The state of a voice call that decides which effect an event has. */
export interface CallState {
  /** Whether the service has accepted the call. */
  readonly isReady: boolean;
  readonly isReplying: boolean;
  /** Whether the connection itself plays a reply's sound (WebRTC). */
  readonly isSounding: boolean;
  /** The service's item of the latest reply; empty before the first. */
  readonly replyItem: string;
  /** Items of replies that have ended. What still arrives for them is ignored. */
  readonly endedItems: readonly string[];
  /** When the user began to speak, in milliseconds of recorded sound. Absent while the user is silent. */
  readonly userStartMs?: number | undefined;
  /** The service's last refusal, in its own text. */
  readonly refusal: string;
}

export const newCall: CallState = {
  isReady: false,
  isReplying: false,
  isSounding: false,
  replyItem: "",
  endedItems: [],
  refusal: "",
};

/** An event of the service, of the connection, of our playback or of the user. */
export type CallEvent =
  | RealtimeEvent
  | { readonly type: "interrupt" | "hang-up" | "playback-ends" }
  | { readonly type: "disconnect"; readonly reason: string };

/** An action on the microphone, the speaker, the connection, the chat or the screen. */
export type CallEffect =
  /** Sends settings and earlier messages to the service. */
  | { readonly type: "send-context" }
  /** Stops playback and tells the service how much of the item was heard. */
  | { readonly type: "silence"; readonly itemId: string }
  /** Asks the service to end its reply. */
  | { readonly type: "cancel-reply" }
  | { readonly type: "play"; readonly base64: string }
  /** Takes the user's sentence out of the recording. */
  | { readonly type: "cut-recording"; readonly fromMs: number; readonly toMs: number }
  | { readonly type: "note-user"; readonly itemId: string }
  | { readonly type: "note-user-text"; readonly itemId: string; readonly text: string }
  | { readonly type: "note-reply-text"; readonly itemId: string; readonly text: string }
  | { readonly type: "end-reply"; readonly wasStopped: boolean }
  /** Updates the screen once nothing is played anymore. */
  | { readonly type: "show-silence"; readonly evenIfPlaying: boolean }
  | { readonly type: "show-playing" }
  | { readonly type: "report"; readonly message: string }
  | { readonly type: "show-end"; readonly wasReady: boolean; readonly message: string }
  | { readonly type: "close" };

interface Step {
  readonly state: CallState;
  readonly effects: readonly CallEffect[];
}

/** Returns the state after an event, and the effects to run, in order. */
export function reduceCall(state: CallState, event: CallEvent): Step {
  const next = (change: Partial<CallState>, ...effects: CallEffect[]): Step => ({
    state: { ...state, ...change },
    effects,
  });
  switch (event.type) {
    case "ready":
      return state.isReady ? next({}) : next({ isReady: true, refusal: "" }, { type: "send-context" });
    case "person-starts":
      return silence({ ...state, userStartMs: event.atMs });
    case "person-ends":
      return next(
        { userStartMs: undefined },
        { type: "cut-recording", fromMs: state.userStartMs ?? event.atMs, toMs: event.atMs },
      );
    case "person-said":
      return next({}, { type: "note-user", itemId: event.itemId });
    case "person-text":
      if (!event.isWhole) return next({});
      return next({}, { type: "note-user-text", itemId: event.itemId, text: event.text });
    case "reply-starts":
      return next({ isReplying: true });
    case "reply-text": {
      const { itemId, text } = event;
      if (state.endedItems.includes(itemId)) return next({});
      return next({ isReplying: true, replyItem: itemId }, { type: "note-reply-text", itemId, text });
    }
    case "reply-sound": {
      const { itemId, base64 } = event;
      if (state.endedItems.includes(itemId)) return next({});
      return next({ isReplying: true, replyItem: itemId }, { type: "play", base64 }, { type: "show-playing" });
    }
    case "reply-ends":
      // The connection may still play the rest of a whole reply.
      if (!state.isReplying || (state.isSounding && event.isWhole)) return next({});
      return endReply(state, !event.isWhole);
    case "reply-fails": {
      const ended = endReply(state, true);
      const effects: CallEffect[] = [{ type: "silence", itemId: "" }, ...ended.effects];
      return { state: ended.state, effects: [...effects, { type: "report", message: event.message }] };
    }
    case "sound-starts":
      return next({ isSounding: true });
    case "sound-ends":
      return state.isReplying ? endReply(state, false) : next({});
    case "playback-ends":
      return state.isReplying ? next({}) : next({}, { type: "show-silence", evenIfPlaying: true });
    case "error":
      // Most errors answer one request and end nothing. The connection closes if the call is over.
      return next({ refusal: event.message });
    case "interrupt": {
      const { state: silent, effects } = silence(state);
      return {
        state: silent,
        effects: [{ type: "cancel-reply" }, ...effects, { type: "show-silence", evenIfPlaying: true }],
      };
    }
    case "disconnect": {
      const { state: ended, effects } = hangUp(state);
      const message = event.reason || state.refusal;
      return { state: ended, effects: [{ type: "show-end", wasReady: state.isReady, message }, ...effects] };
    }
    case "hang-up":
      return hangUp(state);
  }
}

/** Ends playback, because the user speaks or interrupts, and the reply with it. */
function silence(state: CallState): Step {
  const effect: CallEffect = { type: "silence", itemId: state.replyItem };
  if (!state.isReplying) return { state, effects: [effect] };
  const ended = endReply(state, true);
  return { state: ended.state, effects: [effect, ...ended.effects] };
}

function endReply(state: CallState, wasStopped: boolean): Step {
  return {
    state: {
      ...state,
      isReplying: false,
      isSounding: false,
      endedItems: [...state.endedItems.slice(-maxEndedItems), state.replyItem],
    },
    effects: [
      { type: "end-reply", wasStopped },
      { type: "show-silence", evenIfPlaying: false },
    ],
  };
}

/** Late events arrive for the latest replies only. */
const maxEndedItems = 50;

function hangUp(state: CallState): Step {
  const { state: ended, effects } = state.isReplying ? silence(state) : { state, effects: [] };
  return { state: ended, effects: [...effects, { type: "close" }] };
}
