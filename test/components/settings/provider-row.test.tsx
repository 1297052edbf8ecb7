/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ProviderRow } from "@/components/settings/provider-row";
import { customEndpoint } from "@/lib/providers/custom-endpoint";
import { groq } from "@/lib/providers/groq";
import { accessKey } from "@/lib/settings/access-settings";
import { useAccess } from "@/store/settings/access";
import { WithMessages } from "../../support/with-messages";

afterEach(() => useAccess.setState(useAccess.getInitialState(), true));

test("the result of a check disappears when the key changes", async () => {
  // Nobody is asked: there is no network here, and that is what the check finds.
  render(<ProviderRow provider={groq} isOpen />, { wrapper: WithMessages });
  await userEvent.click(screen.getByRole("button", { name: "Check" }));
  await screen.findByText("The connection failed. Check your network and the address in Settings.");
  await userEvent.type(screen.getByLabelText("Groq API key"), "s");
  expect(screen.getByRole("status").textContent).toBe("");
});

describe("a key that a NextChat used on this site", () => {
  const key = accessKey(groq, "apiKey");
  const withKeyFor = (host: string) =>
    useAccess.setState(({ values }) => ({
      useCustomConfig: true,
      values: { ...values, [key]: "sk-1" },
      hosts: { [key]: host },
      reach: { relay: "/api", upstreamHosts: { groq: "gateway.example" } },
    }));

  test("names the host of the site's address to which it is sent", () => {
    withKeyFor("gateway.example");
    render(<ProviderRow provider={groq} isOpen />, { wrapper: WithMessages });
    expect(screen.getByText("API key set, this site’s address")).toBeTruthy();
    expect(screen.getByText("Leave empty for gateway.example")).toBeTruthy();
    expect(
      screen.getByText(
        /^Stored on this device\. Sent only to gateway\.example, through this site’s server\. Separate /,
      ),
    ).toBeTruthy();
  });

  test("is shown as for another address once the site has another", () => {
    withKeyFor("former.example");
    render(<ProviderRow provider={groq} />, { wrapper: WithMessages });
    expect(screen.getByText("API key for another address, not sent")).toBeTruthy();
  });
});

describe("the extra headers of a server", () => {
  const endpoint = { id: "custom-1", name: "Bench", boundName: "custom-1", models: [] };
  const bench = customEndpoint(endpoint);
  const key = accessKey(bench, "extraHeaders");

  test("are masked, stored when they are valid, and bound to the server's host", () => {
    useAccess.setState({ endpoints: [endpoint], values: { [accessKey(bench, "url")]: "bench.example" } });
    render(<ProviderRow provider={bench} isOpen />, { wrapper: WithMessages });
    const field = screen.getByLabelText("Bench extra headers");
    expect(field).toHaveAttribute("type", "password");
    fireEvent.change(field, { target: { value: '{"X-Team":"tides"}' } });
    expect(useAccess.getState()).toMatchObject({
      values: { [key]: '{"X-Team":"tides"}' },
      hosts: { [key]: "bench.example" },
    });
    fireEvent.change(field, { target: { value: '{"Cookie":"a"}' } });
    expect(screen.getByText("“Cookie” can’t be set.")).toBeVisible();
    expect(useAccess.getState().values[key]).toBe('{"X-Team":"tides"}');
    fireEvent.change(field, { target: { value: "" } });
    expect(useAccess.getState().values[key]).toBe("");
  });
});
