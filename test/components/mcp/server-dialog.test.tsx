/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { emptyDraft, ServerDialog } from "@/components/mcp/server-dialog";
import { useMcp } from "@/store/tools/mcp";
import { WithMessages } from "../../support/with-messages";

beforeEach(async () => {
  await useMcp.whenRead();
  useMcp.setState({ servers: [] });
});

async function enter(address: string) {
  render(<ServerDialog edited={{ draft: emptyDraft }} onClose={() => {}} />, { wrapper: WithMessages });
  await userEvent.type(screen.getByRole("textbox", { name: "Address" }), address);
}

const consent = () => screen.queryByRole("checkbox", { name: "Connect without encryption" });
const connect = () => userEvent.click(screen.getByRole("button", { name: "Connect" }));

test("a server in the local network is added over http only after consent, which is bound to its host", async () => {
  await enter("http://nas.local:8080/mcp");
  expect(
    screen.getByRole("heading", { name: "The connection to nas.local:8080 is not encrypted" }),
  ).toBeInTheDocument();
  await connect();
  expect(useMcp.getState().servers).toEqual([]);
  await userEvent.click(consent() ?? document.body);
  await connect();
  expect(useMcp.getState().servers).toMatchObject([{ url: "http://nas.local:8080/mcp", plainHost: "nas.local:8080" }]);
});

test("another address needs another consent", async () => {
  await enter("http://nas.local");
  await userEvent.click(consent() ?? document.body);
  expect(consent()).toBeChecked();
  await userEvent.type(screen.getByRole("textbox", { name: "Address" }), ":81/mcp");
  expect(consent()).not.toBeChecked();
  await connect();
  expect(useMcp.getState().servers).toEqual([]);
});

test("a public server is refused over http, and https needs no consent", async () => {
  await enter("http://tides.test/mcp");
  expect(screen.getByText(/^Use an https:\/\/ address\./)).toBeInTheDocument();
  expect(consent()).toBeNull();
  await userEvent.clear(screen.getByRole("textbox", { name: "Address" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Address" }), "https://nas.local/mcp");
  expect(consent()).toBeNull();
  await connect();
  expect(useMcp.getState().servers).toMatchObject([{ url: "https://nas.local/mcp" }]);
});

test("requests to the model are off unless the user allows them for the server", async () => {
  await enter("https://tides.test/mcp");
  const allow = screen.getByRole("switch", { name: "Allow requests to the model" });
  expect(allow).not.toBeChecked();
  await userEvent.click(allow);
  await connect();
  expect(useMcp.getState().servers).toMatchObject([{ url: "https://tides.test/mcp", allowsSampling: true }]);
});
