import { createFacts } from "@/store/library/facts";
import { fakeEnvironment } from "../../support/fake-environment";

function setUp(facts: Readonly<Record<string, unknown>> = {}) {
  const store = createFacts({ env: fakeEnvironment({ now: 1000 }) });
  store.getState().hydrate({ facts });
  return { act: store.getState, texts: () => store.getState().facts.map(({ text }) => text) };
}

const tides = { tides: { text: "Tides turn twice.", createdAt: 5 } };

test("a new fact is on top, in one line, and is not added twice", () => {
  const { act, texts } = setUp(tides);
  expect(act().add(" Ships\nfloat. ")).toBe(true);
  expect(act().add("Tides turn twice.")).toBe(true);
  expect(act().add(" ")).toBe(true);
  expect(act().facts[0]).toEqual({ id: "id-1", text: "Ships float.", createdAt: 1000 });
  expect(texts()).toEqual(["Ships float.", "Tides turn twice."]);
});

test("a full list refuses a new fact", () => {
  const { act } = setUp(
    Object.fromEntries(Array.from({ length: 200 }, (_, place) => [`f${place}`, { text: `${place}` }])),
  );
  expect(act().add("One more")).toBe(false);
  expect(act().facts).toHaveLength(200);
});

test("a changed fact keeps its place, and an empty text changes nothing", () => {
  const { act, texts } = setUp({ ...tides, ships: { text: "Ships float.", createdAt: 9 } });
  act().change("tides", "Tides turn.");
  act().change("ships", " ");
  act().change("nobody", "No");
  expect(texts()).toEqual(["Ships float.", "Tides turn."]);
});

test("stores deletions with their time, and undo removes these", () => {
  const { act, texts } = setUp({ ...tides, ships: { text: "Ships float.", createdAt: 9 } });
  const undo = act().remove(["tides", "ships", "nobody"]);
  expect([texts(), act().deleted]).toEqual([[], { tides: 1000, ships: 1000 }]);
  undo();
  expect([texts(), act().deleted]).toEqual([["Ships float.", "Tides turn twice."], {}]);
});
