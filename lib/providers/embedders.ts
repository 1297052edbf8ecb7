import type { EmbeddingCodec, EmbeddingRequest } from "@/lib/providers/embedding";
import { ownResponsesServer, ownServer, placeOf } from "@/lib/providers/places";
import type { Provider } from "@/lib/providers/provider";

/** The embeddings API of a provider. */
interface EmbedderRow {
  /** The provider's name (`placeOf`). */
  readonly place: string;
  /** The model that is proposed; empty if it depends on what the server has loaded. */
  readonly model: string;
  /** Returns the codec; lazy-loaded. */
  codec(): Promise<EmbeddingCodec>;
}

const openAI = async () => (await import("@/lib/providers/codecs/openai/openai-embeddings")).openAIEmbeddings;
const google = async () => (await import("@/lib/providers/codecs/google/google-embeddings")).googleEmbeddings;

/** The providers with an embeddings API. A new one is a row. */
const embedders: readonly EmbedderRow[] = [
  // https://platform.openai.com/docs/guides/embeddings
  { place: "OpenAI", model: "text-embedding-3-small", codec: openAI },
  // https://ai.google.dev/gemini-api/docs/embeddings
  { place: "Google", model: "gemini-embedding-001", codec: google },
  // https://docs.mistral.ai/capabilities/embeddings/text_embeddings
  { place: "Mistral", model: "mistral-embed", codec: openAI },
  // https://docs.ollama.com/api/openai-compatibility
  { place: "Ollama", model: "nomic-embed-text", codec: openAI },
  // https://lmstudio.ai/docs/developer/openai-compat/embeddings
  { place: "LM Studio", model: "text-embedding-nomic-embed-text-v1.5", codec: openAI },
  // The server must be started with --embeddings: https://github.com/ggml-org/llama.cpp/tree/master/tools/server
  { place: "llama.cpp", model: "default", codec: openAI },
  // https://docs.vllm.ai/en/latest/serving/openai_compatible_server/#embeddings-api
  { place: "vLLM", model: "", codec: openAI },
  { place: ownServer, model: "", codec: openAI },
  { place: ownResponsesServer, model: "", codec: openAI },
];

/** Returns the embeddings API of a provider; undefined without one. Servers of the operator forward no such calls. */
export function embedderOf(provider: Provider): EmbedderRow | undefined {
  if (provider.isSite || provider.isDemo) return undefined;
  return embedders.find(({ place }) => place === placeOf(provider));
}

/** The beginnings that a family of models expects before questions and before texts that are searched. */
interface PrefixRow {
  readonly match: RegExp;
  readonly query: string;
  readonly document: string;
}

/** Families of models that expect such beginnings. Without them they find less, and report no error. */
const prefixes: readonly PrefixRow[] = [
  // https://huggingface.co/nomic-ai/nomic-embed-text-v1.5#task-instruction-prefixes
  { match: /nomic-embed-text/, query: "search_query: ", document: "search_document: " },
  // https://huggingface.co/intfloat/multilingual-e5-large#faq
  { match: /(^|[-_/:])(multilingual-)?e5-(small|base|large)(?!.*instruct)/, query: "query: ", document: "passage: " },
  // https://huggingface.co/mixedbread-ai/mxbai-embed-large-v1
  { match: /mxbai-embed/, query: "Represent this sentence for searching relevant passages: ", document: "" },
  // https://ai.google.dev/gemma/docs/embeddinggemma/model_card
  { match: /embeddinggemma/, query: "task: search result | query: ", document: "title: none | text: " },
];

/** Returns the texts of a request with the beginnings that its model expects. */
export function prefixed({ model, inputs, purpose }: EmbeddingRequest): readonly string[] {
  const row = prefixes.find(({ match }) => match.test(model.toLowerCase()));
  return row ? inputs.map((text) => `${row[purpose]}${text}`) : inputs;
}
