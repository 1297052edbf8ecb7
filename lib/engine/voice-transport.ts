import { readWholeResponse } from "@/lib/engine/read-answer";
import { AppError } from "@/lib/errors";
import { type RealtimeEvent, type RealtimeTarget, readRealtimeEvent } from "@/lib/providers/codecs/realtime";
import { errorOfResponse, isSuccess } from "@/lib/providers/codecs/reply-error";

/** A connection to the model of a live conversation. */
export interface VoiceTransport {
  /** Sends an event; ignored if the connection is closed. */
  send(event: object): void;
  close(): void;
  /** Switches the microphone, if the connection itself carries audio. */
  replaceMicrophone(microphone: MediaStream): Promise<void>;
  /** Whether the connection itself carries the audio of both sides, instead of events. */
  readonly carriesSound: boolean;
}

interface Hearing {
  readonly onEvent: (event: RealtimeEvent) => void;
  /** Called once if the connection fails or cannot be opened, with the reason; not if we close it. */
  readonly onClose: (reason: string) => void;
}

/** Opens a WebSocket to the model. */
export function openVoiceSocket({ url, protocols }: RealtimeTarget, { onEvent, onClose }: Hearing): VoiceTransport {
  const socket = new WebSocket(url, [...protocols]);
  let isOver = false;
  socket.onmessage = ({ data }) => {
    const event = typeof data === "string" ? readRealtimeEvent(data) : undefined;
    if (event && !isOver) onEvent(event);
  };
  socket.onclose = ({ reason }) => {
    if (!isOver) onClose(reason);
    isOver = true;
  };
  return {
    carriesSound: false,
    replaceMicrophone: async () => {},
    send(event) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(event));
    },
    close() {
      isOver = true;
      socket.close();
    },
  };
}

/** Maximum length of an SDP answer, in characters. */
const maxAnswerChars = 100_000;

interface PeerOpening extends Hearing {
  /** URL that accepts the SDP offer, such as `/api/openai/v1/realtime/calls`. */
  readonly url: string;
  /** Headers with a key for one conversation. */
  readonly headers: Readonly<Record<string, string>>;
  readonly microphone: MediaStream;
  readonly onSound: (stream: MediaStream) => void;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly signal: AbortSignal;
}

/** Opens a WebRTC connection to the model. Throws AppError `network`, or the kind of the service's error. */
export async function openVoicePeer(opening: PeerOpening): Promise<VoiceTransport> {
  const { url, headers, microphone, onSound, onEvent, onClose, signal } = opening;
  const peer = new RTCPeerConnection();
  let isOver = false;
  function close() {
    isOver = true;
    peer.close();
  }
  function breakOff() {
    if (isOver) return;
    close();
    onClose("");
  }
  const events = peer.createDataChannel("oai-events");
  events.onmessage = ({ data }) => {
    const event = readRealtimeEvent(String(data));
    if (event && !isOver) onEvent(event);
  };
  events.onclose = breakOff;
  peer.onconnectionstatechange = () => peer.connectionState === "failed" && breakOff();
  peer.ontrack = ({ streams: [stream], track }) => onSound(stream ?? new MediaStream([track]));
  for (const track of microphone.getAudioTracks()) peer.addTrack(track, microphone);
  try {
    await peer.setLocalDescription(await peer.createOffer());
    const response = await opening.fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/sdp" },
      body: peer.localDescription?.sdp ?? "",
      redirect: "error",
      signal,
    });
    const whole = await readWholeResponse(response, signal, maxAnswerChars);
    if (!isSuccess(whole)) {
      const { kind, message } = errorOfResponse(whole);
      throw new AppError(kind, { message });
    }
    await peer.setRemoteDescription({ type: "answer", sdp: whole.body });
  } catch (thrown) {
    close();
    throw thrown instanceof AppError ? thrown : new AppError("network", {}, { cause: thrown });
  }
  return {
    carriesSound: true,
    async replaceMicrophone(stream) {
      const [track = null] = stream.getAudioTracks();
      await Promise.all(peer.getSenders().map((sender) => sender.replaceTrack(track)));
    },
    send(event) {
      if (events.readyState === "open") events.send(JSON.stringify(event));
    },
    close,
  };
}
