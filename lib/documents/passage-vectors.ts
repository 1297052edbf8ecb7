/** The vectors of consecutive passages of a document. */
export interface PassageVectors {
  /** Numbers of a vector. */
  readonly dimensions: number;
  /** The vectors one after another, each scaled so that its largest number is 127 or -127. */
  readonly values: Int8Array;
}

/** A passage and the cosine of the angle between its vector and that of a question. */
export interface SimilarPassage {
  readonly documentId: string;
  /** Position of the passage in its document. */
  readonly passage: number;
  readonly similarity: number;
}

/** Largest number of a stored vector. Bytes take a quarter of the memory, with nearly the same ranking. */
const largestStored = 127;

/** Converts vectors to bytes of the same direction. A vector without a direction becomes zeros. */
export function packVectors(vectors: readonly (readonly number[])[]): PassageVectors {
  const dimensions = vectors[0]?.length ?? 0;
  const values = new Int8Array(vectors.length * dimensions);
  for (const [index, vector] of vectors.entries()) {
    const factor = largestStored / largestOf(vector);
    for (let place = 0; place < dimensions; place++) {
      values[index * dimensions + place] = Math.round((vector[place] ?? 0) * factor);
    }
  }
  return { dimensions, values };
}

/** Returns the largest absolute value of a vector; 1 without one, so that it can be divided by. */
function largestOf(vector: readonly number[]): number {
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  return largest > 0 && Number.isFinite(largest) ? largest : 1;
}

/** Returns the passages of documents that are most similar to a question, best first. Others have no positive cosine. */
export function similarPassages(
  question: readonly number[],
  documents: ReadonlyMap<string, PassageVectors>,
  limit: number,
): SimilarPassage[] {
  const { values: asked, dimensions } = packVectors([question]);
  const askedLength = Math.hypot(...asked);
  const found: SimilarPassage[] = [];
  for (const [documentId, vectors] of documents) {
    if (vectors.dimensions !== dimensions || dimensions === 0) continue;
    const count = Math.floor(vectors.values.length / dimensions);
    for (let passage = 0; passage < count; passage++) {
      const similarity = projectionOn(asked, vectors.values, passage * dimensions) / askedLength;
      if (similarity > 0) found.push({ documentId, passage, similarity });
    }
  }
  return found.sort((one, other) => other.similarity - one.similarity).slice(0, limit);
}

/** Returns the product of a vector with the direction of another one; 0 without a direction. */
function projectionOn(one: Int8Array, others: Int8Array, start: number): number {
  let product = 0;
  let square = 0;
  for (let place = 0; place < one.length; place++) {
    const value = others[start + place] ?? 0;
    product += (one[place] ?? 0) * value;
    square += value * value;
  }
  return product === 0 ? 0 : product / Math.sqrt(square);
}
