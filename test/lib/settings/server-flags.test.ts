import * as v from "valibot";
import { serverFlagsSchema, serverlessFlags } from "@/lib/settings/server-flags";

const usual = {
  needCode: true,
  hideUserApiKey: false,
  disableGPT4: false,
  hideBalanceQuery: false,
  disableFastLink: false,
  customModels: "",
  defaultModel: "",
  visionModels: "",
  demo: "off",
  upstreamHosts: {},
  enableMcp: false,
  artifacts: false,
  shareHost: "",
  analytics: false,
};

test("a server that says nothing of itself is taken to need a code and to offer no demonstration", () => {
  expect(v.parse(serverFlagsSchema, {})).toEqual({ ...usual, served: undefined });
});

test("what the server says is taken over, what is broken is not, and what is unknown is dropped", () => {
  const answer = {
    served: ["openai"],
    needCode: false,
    disableGPT4: "yes",
    customModels: "-all",
    demo: "forced",
    apiKey: "sk-1",
  };
  expect(v.parse(serverFlagsSchema, answer)).toEqual({
    ...usual,
    served: ["openai"],
    needCode: false,
    customModels: "-all",
    demo: "forced",
  });
});

test.each(["on", "", 1, null])("the demonstration is off when the server says %p of it", (demo) => {
  expect(v.parse(serverFlagsSchema, { demo }).demo).toBe("off");
});

test.each([null, "text", 7, [[]]])("an answer that is %p is no configuration", (answer) => {
  expect(v.safeParse(serverFlagsSchema, answer).success).toBe(false);
});

test("without a server no code is needed, nobody hides a balance, and the demonstration is offered", () => {
  expect(serverlessFlags).toEqual({ ...usual, needCode: false, hideBalanceQuery: false, demo: "offered", served: [] });
});
