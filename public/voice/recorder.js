/** Collects the sound of its input and hands it on in pieces of a tenth of a second at 24 kHz. */
const pieceSamples = 2400;

class Recorder extends AudioWorkletProcessor {
  #piece = new Float32Array(pieceSamples);
  #filled = 0;

  process([[channel] = []]) {
    if (!channel) return true;
    for (let at = 0; at < channel.length; ) {
      const part = channel.subarray(at, at + pieceSamples - this.#filled);
      this.#piece.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled < pieceSamples) continue;
      this.port.postMessage(this.#piece, [this.#piece.buffer]);
      this.#piece = new Float32Array(pieceSamples);
      this.#filled = 0;
    }
    return true;
  }
}

registerProcessor("recorder", Recorder);
