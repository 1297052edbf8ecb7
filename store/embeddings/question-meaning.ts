import { packVectors } from "@/lib/documents/passage-vectors";
import type { Environment } from "@/lib/environment";
import { AppError, toAppError } from "@/lib/errors";
import { requestLimits } from "@/lib/providers/embedding";
import type { putVectors, readVectors } from "@/lib/storage/stored-vectors";
import type { AskedDocuments } from "@/store/chats/document-texts";
import type { PassageTexts, PassageTextsTask, QuestionMeaning } from "@/store/chats/passage-finder";
import type { embedTexts } from "@/store/embeddings/embed-texts";
import type { ChosenEmbedder } from "@/store/embeddings/embedding-servers";

/** The parts of a tab that the search by meaning needs. */
export interface MeaningDependencies {
  readonly env: Environment;
  /** Returns the server and the model in use; undefined if the search is off. */
  readonly chosen: () => ChosenEmbedder | undefined;
  readonly readTexts: (task: PassageTextsTask) => Promise<PassageTexts>;
  readonly readVectors: typeof readVectors;
  readonly putVectors: typeof putVectors;
  readonly embed: typeof embedTexts;
  /** Runs work while no other tab does. */
  readonly withLock: (work: () => Promise<void>) => Promise<void>;
  /** Called when the server did not answer a question in time, or refused. */
  readonly onFailure: (chosen: ChosenEmbedder) => void;
}

/** Time that a question waits for its vector and for those of the passages, in milliseconds. */
const waitMs = 8000;

/** Delays before a request of the background is repeated, in milliseconds. */
const retryMs = [5000, 15_000, 45_000];

/** Errors that may be over later. */
const passing: ReadonlySet<string> = new Set(["network", "timeout", "rate-limit", "overloaded", "server"]);

/** Maximum length of a question, in characters, and number of vectors of questions in memory. */
const maxQuestionChars = 4000;
const maxQuestions = 20;

/** The vectors of documents that are being computed. */
interface Job {
  readonly chosen: ChosenEmbedder;
  readonly stop: AbortController;
  readonly documents: Set<string>;
  running: Promise<void>;
  /** Whether a question has waited for the job in vain. The next ones do not wait. */
  isLong: boolean;
}

/** Creates the search by meaning: vectors of questions, and those of documents, which are computed in the background. */
export function createQuestionMeanings(dependencies: MeaningDependencies) {
  const { env, chosen: chosenNow, embed, onFailure } = dependencies;
  /** Vectors of questions, the oldest first. */
  const questions = new Map<string, Promise<readonly number[]>>();
  /** Documents of which all vectors are stored, with the key of the model. */
  const complete = new Set<string>();
  let job: Job | undefined;

  function stop(): void {
    job?.stop.abort();
    job = undefined;
    questions.clear();
    complete.clear();
  }

  /** Returns the vector of a question, which is sent once. */
  function vectorOf(question: string, chosen: ChosenEmbedder, signal: AbortSignal): Promise<readonly number[]> {
    const inputs = [question.slice(0, maxQuestionChars)];
    const id = `${chosen.key} ${inputs[0]}`;
    const cached = questions.get(id);
    if (cached) return cached;
    const computed = embed(chosen, { inputs, purpose: "query", signal }, env).then(([vector = []]) => vector);
    questions.set(id, computed);
    computed.catch(() => questions.delete(id));
    for (const oldest of [...questions.keys()].slice(0, -maxQuestions)) questions.delete(oldest);
    return computed;
  }

  /** Computes the vectors that documents lack, in the background. Resolves when all are stored; rejects if that fails. */
  function fill(documents: readonly string[], chosen: ChosenEmbedder): Promise<void> {
    const lacking = documents.filter((id) => !complete.has(`${chosen.key} ${id}`));
    if (lacking.length === 0) return Promise.resolve();
    if (job && job.chosen.key === chosen.key) {
      for (const id of lacking) job.documents.add(id);
      return job.running;
    }
    job?.stop.abort();
    const started: Job = {
      chosen,
      stop: new AbortController(),
      documents: new Set(lacking),
      running: Promise.resolve(),
      isLong: false,
    };
    job = started;
    started.running = dependencies
      .withLock(() => run(started))
      .finally(() => {
        if (job === started) job = undefined;
      });
    return started.running;
  }

  async function run({ chosen, stop: { signal }, documents }: Job): Promise<void> {
    const stored = await dependencies.readVectors([...documents], chosen.key);
    // Documents may be added meanwhile.
    for (const id of documents) {
      const { done, passages, dimensions } = stored.get(id) ?? { done: 0, passages: 0, dimensions: 0 };
      if (done === 0 || done < passages) await fillDocument(id, { chosen, signal, done, dimensions });
      complete.add(`${chosen.key} ${id}`);
    }
  }

  interface Filling {
    readonly chosen: ChosenEmbedder;
    readonly signal: AbortSignal;
    /** Number of passages whose vectors are stored, and the length of these. */
    readonly done: number;
    readonly dimensions: number;
  }

  async function fillDocument(document: string, { chosen, signal, done, dimensions }: Filling): Promise<void> {
    let first = done;
    let length = dimensions;
    while (true) {
      const { texts, passages } = await dependencies.readTexts({ document, first, limits: requestLimits });
      if (texts.length === 0) return;
      const { values, ...packed } = packVectors(await embedAgain(chosen, texts, signal));
      // The server has another model under the same name now.
      if (length !== 0 && packed.dimensions !== length) throw new AppError("protocol");
      length = packed.dimensions;
      const buffer = new ArrayBuffer(values.byteLength);
      new Int8Array(buffer).set(values);
      await dependencies.putVectors({ document, first, passages, model: chosen.key, ...packed, values: buffer });
      first += texts.length;
      if (first >= passages) return;
    }
  }

  /** Requests vectors of passages; if that fails in passing, several times. Each time the search must still be on. */
  async function embedAgain(chosen: ChosenEmbedder, inputs: readonly string[], signal: AbortSignal) {
    for (const delayMs of [...retryMs, undefined]) {
      if (signal.aborted || chosenNow()?.key !== chosen.key) throw new AppError("network");
      try {
        return await embed(chosen, { inputs, purpose: "document", signal }, env);
      } catch (thrown) {
        if (delayMs === undefined || !passing.has(toAppError(thrown).code)) throw thrown;
        await env.delay(delayMs, signal);
      }
    }
    throw new AppError("network");
  }

  return {
    /**
     * Returns the meaning of a question, once the vectors of all documents are stored. Returns undefined if that takes too
     * long, if it fails, or if the search by meaning is off: then passages are found by their words.
     */
    async meaningOf({ question, documents }: AskedDocuments): Promise<QuestionMeaning | undefined> {
      const chosen = chosenNow();
      if (!chosen) {
        stop();
        return undefined;
      }
      const over = new AbortController();
      const filling = fill(documents, chosen);
      const current = job;
      // A failure is reported below, or by the next question.
      filling.catch((thrown: unknown) => console.warn("Could not compute vectors of passages.", thrown));
      if (current?.isLong) return undefined;
      let hasAnswered = false;
      const vector = vectorOf(question, chosen, over.signal).then((each) => {
        hasAnswered = true;
        return each;
      });
      const late = env.delay(waitMs, over.signal).then(() => undefined);
      try {
        const result = await Promise.race([Promise.all([vector, filling]), late]);
        if (result) return { vector: result[0], model: chosen.key };
        if (current && hasAnswered) current.isLong = true;
        else onFailure(chosen);
      } catch (thrown) {
        console.warn("Could not find passages by meaning.", thrown);
        onFailure(chosen);
      } finally {
        over.abort();
        vector.catch(() => {});
      }
      return undefined;
    },
    /** Stops computing vectors, and forgets those of questions. */
    stop,
  };
}
