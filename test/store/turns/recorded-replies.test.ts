import { maxRecordedReplies, recordedReply, recordReply } from "@/store/turns/recorded-replies";

const env = { now: () => 5 };

test("the calls of the newest replies are in memory", () => {
  for (let index = 0; index < maxRecordedReplies + 2; index++) recordReply(`r${index}`, env);
  expect(recordedReply("r0")).toBeUndefined();
  expect(recordedReply("r1")).toBeUndefined();
  expect(recordedReply("r2")).toEqual({ calls: [] });
  expect(recordedReply(`r${maxRecordedReplies + 1}`)).toEqual({ calls: [] });
});

test("a reply that is asked for again replaces its calls", () => {
  const first = recordReply("again", env);
  first.observer.onSend({ method: "POST", url: "/api/a", headers: {} }, { baseUrl: "", headers: {} });
  first.onFinish("length", "max_tokens");
  expect(recordedReply("again")).toMatchObject({
    calls: [{ call: { url: "/api/a" }, startedAt: 5 }],
    finish: { finish: "length", raw: "max_tokens" },
  });
  recordReply("again", env);
  expect(recordedReply("again")).toEqual({ calls: [] });
});
