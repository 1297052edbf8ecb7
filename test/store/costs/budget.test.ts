import { noTokens } from "@/lib/prices/token-counts";
import { createBudget } from "@/store/costs/budget";
import { useCostSettings } from "@/store/costs/cost-settings";
import { useSpending } from "@/store/costs/spending";

const called = { providerName: "OpenAI", model: "tide-1" };
const clock = { now: () => 0 };

/** Creates the checks of a budget, with a month in which ten calls have cost 0.50. */
function setUp(micros: number) {
  useCostSettings.setState({ budget: { currency: "USD", micros }, prices: [] });
  const row = { ...called, calls: 10, estimated: 0, unknown: 0, tokens: noTokens, money: { USD: 500_000 } };
  return createBudget({ readMonthOf: async () => ({ rows: [row] }) });
}

beforeEach(() => jest.spyOn(useCostSettings, "whenRead").mockResolvedValue());
afterEach(() => {
  useCostSettings.setState({ budget: undefined, prices: [] });
  useSpending.setState({ allowed: {} });
});

test("of six replies that begin at once, those pass that the rest of the budget is expected to pay", async () => {
  const { reserveBudget } = setUp(620_000);
  const begun = await Promise.allSettled(
    Array.from({ length: 6 }, () => reserveBudget(called, { sessionId: "s" }, clock)),
  );
  expect(begun.map(({ status }) => status)).toEqual([
    ...["fulfilled", "fulfilled", "fulfilled"],
    ...["rejected", "rejected", "rejected"],
  ]);
  expect(begun.flatMap((each) => (each.status === "rejected" ? [each.reason.code] : []))).toEqual([
    ...["budget", "budget", "budget"],
  ]);
});

test("a reply that has ended is not counted twice, and one under way counts for background requests, too", async () => {
  const { reserveBudget, refuseOverBudget } = setUp(550_000);
  const release = await reserveBudget(called, { sessionId: "s" }, clock);
  await expect(refuseOverBudget(called, {}, clock)).rejects.toMatchObject({ code: "budget" });
  release();
  await expect(refuseOverBudget(called, {}, clock)).resolves.toBeUndefined();
});

test("replies under way count for the budget of their project, not for that of another", async () => {
  const row = { ...called, calls: 10, estimated: 0, unknown: 0, tokens: noTokens, money: { USD: 500_000 } };
  const rows = [
    { ...row, projectId: "p" },
    { ...row, projectId: "q" },
  ];
  const { reserveBudget } = createBudget({ readMonthOf: async () => ({ rows }) });
  const inProject = (id: string) =>
    reserveBudget(called, { project: { id, budget: { currency: "USD", micros: 550_000 } } }, clock);
  await inProject("p");
  await expect(inProject("p")).rejects.toMatchObject({ code: "budget" });
  await expect(inProject("q")).resolves.toBeInstanceOf(Function);
});

test("free models are neither refused nor counted", async () => {
  const { reserveBudget } = setUp(550_000);
  const free = { providerName: "OpenAI", model: "free" };
  useCostSettings.setState({ prices: [{ ...free, currency: "USD", price: { input: 0, output: 0 } }] });
  await reserveBudget(free, { sessionId: "s" }, clock);
  await reserveBudget(called, { sessionId: "s" }, clock);
  await expect(reserveBudget(free, { sessionId: "s" }, clock)).resolves.toBeInstanceOf(Function);
  await expect(reserveBudget(called, { sessionId: "s" }, clock)).rejects.toMatchObject({ code: "budget" });
});

test("a permission to send once is used up by one reply", async () => {
  const { reserveBudget } = setUp(400_000);
  useSpending.getState().allowOnce("s");
  await reserveBudget(called, { sessionId: "s" }, clock);
  await expect(reserveBudget(called, { sessionId: "s" }, clock)).rejects.toMatchObject({ code: "budget" });
});
