import { assumedFlags, readServerFlags, serverlessFlags } from "@/lib/settings/server-flags";

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
  searchHost: "",
  pyodidePackagesUrl: "",
  resumesReplies: false,
  hasUser: false,
  servers: [],
};

test("a response without flags means that a code is required and there is no demonstration", () => {
  expect(readServerFlags({})).toEqual({ ...usual, served: undefined });
  expect(assumedFlags).toEqual(readServerFlags({}));
});

test("uses valid flags, ignores invalid ones and drops unknown ones", () => {
  const answer = {
    served: ["openai"],
    needCode: false,
    disableGPT4: "yes",
    customModels: "-all",
    demo: "forced",
    apiKey: "sk-1",
  };
  expect(readServerFlags(answer)).toEqual({
    ...usual,
    served: ["openai"],
    needCode: false,
    customModels: "-all",
    demo: "forced",
  });
});

test.each(["on", "", 1, null])("disables the demonstration if its flag is %p", (demo) => {
  expect(readServerFlags({ demo })?.demo).toBe("off");
});

test.each([null, "text", 7, [[]]])("rejects the response %p", (answer) => {
  expect(readServerFlags(answer)).toBeUndefined();
});

test("without a server, no code is required, balances are shown and the demonstration is available", () => {
  expect(serverlessFlags).toEqual({ ...usual, needCode: false, hideBalanceQuery: false, demo: "offered", served: [] });
});
