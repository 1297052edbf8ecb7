import { readWholeResponse } from "@/lib/engine/read-answer";
import { AppError } from "@/lib/errors";
import { type RealtimeEvent, type RealtimeTarget, readRealtimeEvent } from "@/lib/providers/codecs/realtime";
import { errorOfResponse, isSuccess } from "@/lib/providers/codecs/reply-error";

/** A line to the model of a live conversation. */
export interface VoiceTransport {
  /** Sends an event; nothing happens when the line is closed. */
  send(event: object): void;
  close(): void;
  /** Lets the line carry another microphone, where it carries sound. */
  replaceMicrophone(microphone: MediaStream): Promise<void>;
  /** True where the line itself carries the sound of both sides, and events do not. */
  readonly carriesSound: boolean;
}

interface Hearing {
  readonly onEvent: (event: RealtimeEvent) => void;
  /** Called once, when the line breaks or could not be opened, with what was said about it; not when we closed it. */
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

/** Longer than any answer to an offer, in characters. */
const maxAnswerChars = 100_000;

interface PeerOpening extends Hearing {
  /** Where the offer is taken, such as `/api/openai/v1/realtime/calls`. */
  readonly url: string;
  /** They carry a key that serves for one conversation. */
  readonly headers: Readonly<Record<string, string>>;
  readonly microphone: MediaStream;
  readonly onSound: (stream: MediaStream) => void;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly signal: AbortSignal;
}

/** Opens a WebRTC connection to the model. Throws AppError `network`, or what a refusal says. */
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
