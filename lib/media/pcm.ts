/** Converts samples between -1 and 1 to 16-bit integers; louder ones are clamped. */
export function int16Of(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => {
    const bounded = Math.max(-1, Math.min(1, sample));
    return Math.round(bounded * (bounded < 0 ? 32_768 : 32_767));
  });
}

/** Converts 16-bit samples to numbers between -1 and 1. */
export function floatOf(samples: Int16Array): Float32Array<ArrayBuffer> {
  return Float32Array.from(samples, (sample) => sample / 32_768);
}

/** Returns 16-bit samples as base64 of their bytes, little-endian. */
export function base64OfSamples(samples: Int16Array): string {
  const bytes = new Uint8Array(samples.length * 2);
  const view = new DataView(bytes.buffer);
  samples.forEach((sample, index) => {
    view.setInt16(index * 2, sample, true);
  });
  let text = "";
  // In slices, because the number of function arguments is limited.
  for (let start = 0; start < bytes.length; start += 8192) {
    text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return btoa(text);
}

/** Decodes base64 to 16-bit samples; empty if it is invalid. An incomplete sample at the end is dropped. */
export function samplesOfBase64(base64: string): Int16Array {
  let bytes: string;
  try {
    bytes = atob(base64);
  } catch {
    return new Int16Array();
  }
  return Int16Array.from({ length: Math.floor(bytes.length / 2) }, (_, index) => {
    return bytes.charCodeAt(index * 2) | (bytes.charCodeAt(index * 2 + 1) << 8);
  });
}

/** Concatenates samples. */
export function joinSamples(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
