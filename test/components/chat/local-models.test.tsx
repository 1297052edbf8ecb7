/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { LocalModels } from "@/components/chat/local-models";
import { useModels } from "@/store/settings/models";
import { WithMessages } from "../../support/with-messages";

const { BUILD_APP } = process.env;

afterEach(() => {
  process.env.BUILD_APP = BUILD_APP ?? "";
  Reflect.deleteProperty(globalThis, "isTauri");
});

async function search() {
  useModels.setState({ findLocal: async () => [] });
  render(
    <WithMessages>
      <LocalModels sessionId="a" />
    </WithMessages>,
  );
  await userEvent.click(screen.getByRole("button"));
  await screen.findByText("No local model server found");
}

test("a browser needs a permission of the model server", async () => {
  await search();
  expect(screen.getByText(/OLLAMA_ORIGINS/)).toHaveTextContent("http://localhost");
});

test("the desktop app needs none", async () => {
  process.env.BUILD_APP = "1";
  Reflect.set(globalThis, "isTauri", true);
  await search();
  expect(screen.queryByText(/OLLAMA_ORIGINS/)).toBeNull();
  expect(screen.getByText("Start Ollama, LM Studio or llama.cpp, then search again.")).toBeInTheDocument();
});
