/** @jest-environment jsdom */
import "../../../support/jsdom-platform";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { ModelChecks } from "@/components/chat/comparison/model-checks";
import { listModels } from "@/lib/models/model-list";
import { openai } from "@/lib/providers/openai";
import type { Provider } from "@/lib/providers/provider";
import { WithMessages } from "../../../support/with-messages";

const models = listModels({ providers: [openai as Provider], customModels: [] });

function Checks() {
  const [chosen, choose] = useState<readonly string[]>([]);
  return <ModelChecks models={models} current="gpt-4o-mini@openai" chosen={chosen} onChange={choose} />;
}

const names = () => screen.getAllByRole("checkbox").map((box) => box.closest("label")?.textContent ?? "");
const search = (value: string) => fireEvent.change(screen.getByRole("searchbox"), { target: { value } });
const choose = (name: string) => fireEvent.click(screen.getByRole("checkbox", { name: new RegExp(`^${name} `) }));

test("the chat's model comes first, then current models; chosen ones are first once the search has changed", () => {
  render(<Checks />, { wrapper: WithMessages });
  expect(names().slice(0, 3)).toEqual(["gpt-4o-miniOpenAI", "gpt-6.1-solOpenAI", "gpt-6.1-terraOpenAI"]);
  const before = names();
  choose("gpt-5.2");
  expect(names()).toEqual(before);
  search("gpt-5-mini");
  choose("gpt-5-mini");
  search("");
  expect(names().slice(0, 3)).toEqual(["gpt-5.2OpenAI", "gpt-5-miniOpenAI", "gpt-4o-miniOpenAI"]);
  expect(
    screen
      .getAllByRole<HTMLInputElement>("checkbox")
      .slice(0, 3)
      .map(({ checked }) => checked),
  ).toEqual([true, true, false]);
});
