import { AppError } from "@/lib/errors";

/** Error codes by the exceptions of a failed microphone access. */
const reasons: Readonly<Record<string, "not-allowed" | "not-supported">> = {
  NotAllowedError: "not-allowed",
  SecurityError: "not-allowed",
};

/**
 * Opens a microphone by the browser's device id; an empty id means the default one. Throws AppError `not-allowed` if the
 * user or the browser denies it, `not-supported` without a microphone.
 */
export async function openMicrophone(deviceId: string): Promise<MediaStream> {
  // Without a secure context there are no media devices.
  if (!navigator.mediaDevices) throw new AppError("not-allowed");
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: {
        echoCancellation: true,
        noiseSuppression: true,
        channelCount: 1,
        ...(deviceId === "" ? {} : { deviceId: { exact: deviceId } }),
      },
    });
  } catch (thrown) {
    const name = thrown instanceof DOMException ? thrown.name : "";
    throw new AppError(reasons[name] ?? "not-supported", {}, { cause: thrown });
  }
}

/** Releases a microphone, so that the browser no longer shows that it is in use. */
export function closeMicrophone(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
