import { readServerConfig } from "@/lib/server/server-config";

const endpoint = "http://collector.example:4318";

function read(variables: Record<string, string>) {
  const { tracing, problems } = readServerConfig(
    Object.fromEntries(Object.entries(variables).map(([name, value]) => [`OTEL_${name}`, value])),
    [],
  );
  return { tracing, problems };
}

test("no traces are sent without an address", () => {
  expect(read({ EXPORTER_OTLP_HEADERS: "a=b", SERVICE_NAME: "chat" })).toEqual({ tracing: undefined, problems: [] });
});

test("the settings are those of the specification", () => {
  expect(read({ EXPORTER_OTLP_ENDPOINT: `${endpoint}/otlp/` })).toEqual({
    tracing: {
      url: `${endpoint}/otlp/v1/traces`,
      headers: {},
      serviceName: "parley",
      ratio: 1,
      readsParent: false,
    },
    problems: [],
  });
  const given = {
    EXPORTER_OTLP_ENDPOINT: endpoint,
    EXPORTER_OTLP_HEADERS: "authorization=Bearer%20hidden, x-scope = tide=",
    SERVICE_NAME: "chat",
    TRACES_SAMPLER_ARG: "0.25",
  };
  expect(read(given).tracing).toEqual({
    url: `${endpoint}/v1/traces`,
    headers: { authorization: "Bearer hidden", "x-scope": "tide=" },
    serviceName: "chat",
    ratio: 0.25,
    readsParent: false,
  });
});

const headerProblem = "OTEL_EXPORTER_OTLP_HEADERS is not a list such as name=value,name=value: no traces are sent.";
const ratioProblem = "OTEL_TRACES_SAMPLER_ARG is not a number from 0 to 1: no traces are sent.";

test.each([
  [
    { EXPORTER_OTLP_ENDPOINT: "http://hidden:hidden@collector.example" },
    "OTEL_EXPORTER_OTLP_ENDPOINT is not a usable address: write https://host/path, without a name, a password, a query or a fragment.",
  ],
  [{ EXPORTER_OTLP_HEADERS: "hidden" }, headerProblem],
  [{ EXPORTER_OTLP_HEADERS: "a=%hidden" }, headerProblem],
  [{ EXPORTER_OTLP_HEADERS: "a=hidden%0d%0ab:c" }, headerProblem],
  [{ TRACES_SAMPLER_ARG: "hidden" }, ratioProblem],
  [{ TRACES_SAMPLER_ARG: "-0.1" }, ratioProblem],
  [{ TRACES_SAMPLER_ARG: "1.1" }, ratioProblem],
])("an invalid setting is reported by name, and no traces are sent @L6.1 %#", (given, problem) => {
  expect(read({ EXPORTER_OTLP_ENDPOINT: endpoint, ...given })).toEqual({ tracing: undefined, problems: [problem] });
});

const unreadProblem = "OTEL_PROPAGATORS is neither tracecontext nor none: headers with traces are not read.";
const openProblem = "OTEL_PROPAGATORS has no effect without TRUST_PROXY=1: callers could join any trace.";

test.each<[string, string, boolean, string[]]>([
  ["tracecontext", "1", true, []],
  ["tracecontext", "", false, [openProblem]],
  ["none", "1", false, []],
  ["", "1", false, []],
  ["tracecontext,baggage", "1", false, [unreadProblem]],
])("OTEL_PROPAGATORS=%s with TRUST_PROXY=%s: traces are continued: %s", (propagators, trust, readsParent, problems) => {
  const config = readServerConfig(
    { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_PROPAGATORS: propagators, TRUST_PROXY: trust },
    [],
  );
  expect([config.tracing?.readsParent, config.problems]).toEqual([readsParent, problems]);
});
