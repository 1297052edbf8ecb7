/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { ProviderRow } from "@/components/settings/provider-row";
import { AppError } from "@/lib/errors";
import { groq } from "@/lib/providers/groq";
import { ollama } from "@/lib/providers/ollama";
import type { Provider } from "@/lib/providers/provider";
import { siteServer } from "@/lib/providers/site-server";
import { useModelDownloads } from "@/store/settings/model-downloads";
import { WithMessages } from "../../support/with-messages";

const start = jest.fn(async () => {});
const cancel = jest.fn();

beforeEach(() => {
  start.mockClear();
  cancel.mockClear();
  useModelDownloads.setState({ downloads: {}, start, cancel });
});

const show = (provider: Provider) => render(<ProviderRow provider={provider} isOpen />, { wrapper: WithMessages });
const put = (download: object) =>
  act(() => useModelDownloads.setState({ downloads: { ollama: { model: "qwen3:8b", ...download } as never } }));

test.each<[string, Provider]>([
  ["Groq", groq as Provider],
  ["an operator's Ollama", siteServer({ id: "site-lab", name: "Lab", api: "ollama", models: [] })],
])("%s has no downloads", (_name, provider) => {
  show(provider);
  expect(screen.queryByLabelText("Model to download")).toBeNull();
});

test("a name that could be one of a model can be downloaded", () => {
  show(ollama as Provider);
  const field = screen.getByLabelText("Model to download");
  expect(screen.getByRole("button", { name: "Download" })).toBeDisabled();
  fireEvent.change(field, { target: { value: "two words" } });
  expect(screen.getByText("Enter a name like qwen3:8b.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Download" })).toBeDisabled();
  fireEvent.change(field, { target: { value: " qwen3:8b " } });
  fireEvent.click(screen.getByRole("button", { name: "Download" }));
  expect(start.mock.calls).toEqual([[ollama, "qwen3:8b"]]);
});

test("shows bytes and percent, and can be cancelled", () => {
  show(ollama as Provider);
  put({ state: "running", completed: 0, total: 0 });
  expect(screen.getByText("Downloading qwen3:8b…")).toBeInTheDocument();
  expect(screen.queryByRole("progressbar")).toBeNull();
  put({ state: "running", completed: 1_250_000_000, total: 5_000_000_000 });
  expect(screen.getByRole("progressbar", { name: "Downloading qwen3:8b…" })).toHaveAttribute("value", "0.25");
  expect(screen.getByText("1.3 GB of 5 GB (25%)")).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(cancel.mock.calls).toEqual([["ollama"]]);
});

test("says that the model is ready, or why it is not", () => {
  show(ollama as Provider);
  put({ state: "done" });
  expect(screen.getByText("qwen3:8b is ready.")).toBeInTheDocument();
  put({ state: "failed", error: new AppError("not-found", { message: "pull model manifest: file does not exist" }) });
  expect(screen.getByText("The provider couldn’t find this model or address.")).toBeInTheDocument();
  expect(screen.getByText("pull model manifest: file does not exist")).toBeInTheDocument();
});
