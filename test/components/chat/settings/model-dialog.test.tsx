/** @jest-environment jsdom */
import "../../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import ModelDialog from "@/components/chat/settings/model-dialog";
import { builtInModels } from "@/lib/models/model-list";
import { demo } from "@/lib/providers/demo";
import { groq } from "@/lib/providers/groq";
import { mistral } from "@/lib/providers/mistral";
import { useModels } from "@/store/settings/models";
import { WithRouter } from "../../../support/with-router";

test("the demo is behind the providers that can be used, and before those without a key", () => {
  useModels.setState({ fetchOfSite: async () => {} });
  const models = builtInModels([demo, mistral, groq]).map((model) =>
    model.provider.id === "groq" ? { ...model, isKeyless: true as const } : model,
  );
  render(<ModelDialog models={models} value={undefined} onPick={() => {}} onClose={() => {}} />, {
    wrapper: WithRouter,
  });
  const names = screen.getAllByRole("group").map((group) => group.getAttribute("aria-label") ?? group.textContent);
  expect(names.map((name) => /Demo|Mistral|Groq/.exec(name ?? "")?.[0])).toEqual(["Mistral", "Demo", "Groq"]);
});
