import type { ModelControls } from "@/lib/chat/model-controls";
import { isRecord, type JsonRecord, parseJson, recordOf } from "@/lib/json";
import { jsonTypes, namingJson, withAnswerFormat } from "@/lib/providers/json-answers";
import type { ChatCodec, HttpCall } from "@/lib/providers/provider";
import { samplingAt } from "@/lib/providers/sampling";
import { thinkingChoices } from "@/lib/providers/thinking";
import { isOllamaBody, isResponsesBody } from "@/lib/providers/thinking-wires";

/**
 * Returns a codec that also sends a request's controls, as far as the model accepts them.
 *
 * They are added to the finished body, because their parameters depend on the model more than on the codec. A request
 * without controls is unchanged.
 */
export function withControls(codec: ChatCodec, place: string): ChatCodec {
  return {
    ...codec,
    buildRequest(request, connection) {
      const { model, controls } = request;
      if (!controls) return codec.buildRequest(request, connection);
      const target = { place, model, answer: acceptedAnswer(controls, place, model) };
      const asked = target.answer?.type === "json" ? namingJson(request) : request;
      return controlledCall(codec.buildRequest(asked, connection), controls, target);
    },
  };
}

interface Target {
  /** The provider's place (`placeOf`). */
  readonly place: string;
  readonly model: string;
  /** The form of answers, if the model has it. */
  readonly answer: ModelControls["answer"];
}

function acceptedAnswer({ answer }: ModelControls, place: string, model: string): ModelControls["answer"] {
  return answer && jsonTypes(place, model).includes(answer.type) ? answer : undefined;
}

function controlledCall(call: HttpCall, controls: ModelControls, target: Target): HttpCall {
  const body = call.body === undefined ? undefined : parseJson(call.body);
  if (!isRecord(body)) return call;
  const thinking = withThinking(body, controls, target);
  const sampling = samplingOf(body, controls, target);
  const controlled = isOllamaBody(body)
    ? { ...thinking, options: { ...recordOf(body.options), ...sampling } }
    : { ...thinking, ...sampling };
  const { answer, place } = target;
  return { ...call, body: JSON.stringify(answer ? withAnswerFormat(controlled, answer, place) : controlled) };
}

/** Returns the sampling parameters that a provider accepts. The Responses API, and APIs for images, have none. */
function samplingOf(body: JsonRecord, controls: ModelControls, { place }: Target): JsonRecord {
  if (!Array.isArray(body.messages)) return {};
  const { seed, stop, topK: top_k, minP: min_p } = controls;
  const values: JsonRecord = { seed, stop, top_k, min_p };
  return Object.fromEntries(samplingAt(place).map((name) => [name, values[name]]));
}

function withThinking(body: JsonRecord, { thinking, verbosity }: ModelControls, { place, model }: Target): JsonRecord {
  const choices = thinkingChoices(place, model);
  if (!choices) return body;
  const thinks = thinking && choices.levels.includes(thinking) ? choices.wire.apply(body, thinking) : body;
  if (!verbosity || !choices.hasVerbosity) return thinks;
  return isResponsesBody(body)
    ? { ...thinks, text: { ...recordOf(thinks.text), verbosity } }
    : { ...thinks, verbosity };
}
