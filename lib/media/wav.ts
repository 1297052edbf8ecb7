/** Sample rate of live voice, in samples per second. */
export const voiceRate = 24_000;

const headerBytes = 44;
const bytesPerSample = 2;

/**
 * Returns samples as a WAV file: one channel, 16 bits, `rate` samples per second.
 *
 * The format is RIFF WAVE with plain PCM. http://soundfile.sapp.org/doc/WaveFormat/
 */
export function wavOf(samples: Int16Array, rate: number = voiceRate): ArrayBuffer {
  const dataBytes = samples.length * bytesPerSample;
  const file = new DataView(new ArrayBuffer(headerBytes + dataBytes));
  writeText(file, 0, "RIFF");
  file.setUint32(4, headerBytes - 8 + dataBytes, true);
  writeText(file, 8, "WAVEfmt ");
  file.setUint32(16, 16, true);
  file.setUint16(20, 1, true);
  file.setUint16(22, 1, true);
  file.setUint32(24, rate, true);
  file.setUint32(28, rate * bytesPerSample, true);
  file.setUint16(32, bytesPerSample, true);
  file.setUint16(34, bytesPerSample * 8, true);
  writeText(file, 36, "data");
  file.setUint32(40, dataBytes, true);
  samples.forEach((sample, index) => {
    file.setInt16(headerBytes + index * bytesPerSample, sample, true);
  });
  return file.buffer;
}

function writeText(file: DataView, at: number, text: string): void {
  [...text].forEach((sign, index) => {
    file.setUint8(at + index, sign.charCodeAt(0));
  });
}
