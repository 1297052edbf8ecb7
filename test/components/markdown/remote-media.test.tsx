/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { LinkedContext } from "@/components/markdown/image-button";
import { RemoteMedia } from "@/components/markdown/remote-media";
import { useUi } from "@/store/base/ui";
import { WithMessages } from "../../support/with-messages";

const blocked = { name: /^Show image from tides\.example/ };

function show(src: string, alt = "The bay") {
  return render(<RemoteMedia kind="image" src={src} alt={alt} />, { wrapper: WithMessages });
}

test("loads an image of another host only on request, without a referrer @R7.3", async () => {
  show("https://tides.example/bay.png");
  expect(screen.queryByRole("img", { name: "The bay" })).toBeNull();
  expect(document.querySelector("img")).toBeNull();
  expect(screen.getByText("The bay")).toBeVisible();
  await userEvent.click(screen.getByRole("button", blocked));
  const image = screen.getByRole("img", { name: "The bay" });
  expect(image).toHaveAttribute("src", "https://tides.example/bay.png");
  expect(image).toHaveAttribute("referrerpolicy", "no-referrer");
});

test("names the host with its port and in Punycode", () => {
  show("https://user:pass@münchen.example:8443/bay.png");
  expect(screen.getByRole("button", { name: /from xn--mnchen-3ya\.example:8443/ })).toBeVisible();
});

test("asks again if another image replaces an allowed one", async () => {
  const { rerender } = show("https://other.example/bay.png");
  await userEvent.click(screen.getByRole("button"));
  rerender(<RemoteMedia kind="image" src="https://tides.example/pixel.png" alt="The bay" />);
  expect(document.querySelector("img")).toBeNull();
  expect(screen.getByRole("button", blocked)).toBeVisible();
});

test.each(["png", "jpeg", "gif", "webp", "avif"])("shows an image in the message itself if it is %s", (type) => {
  show(`data:image/${type};base64,AAAA`);
  expect(screen.getByRole("img", { name: "The bay" })).toHaveAttribute("src", `data:image/${type};base64,AAAA`);
});

test.each([
  "data:image/svg+xml;base64,AAAA",
  "data:text/html;base64,AAAA",
  "data:image/png,AAAA",
  "http://tides.example/bay.png",
  "//tides.example/bay.png",
  "/icons/bay.png",
  "blob:https://tides.example/1",
  "javascript:alert(1)",
  "bay.png",
  "https://",
  "https://[",
  "https://a%20b",
  "//",
  "/\\",
  "",
])("for %j, shows the alternative text and that the image is not shown @R7.3", (src) => {
  const { container } = show(src);
  expect(screen.getByText("The bay")).toBeVisible();
  expect(document.querySelector("img, button")).toBeNull();
  expect(container).toHaveTextContent("Can’t be shown");
});

test("a shown image opens large on click; one without alternative text has a name, too", async () => {
  show("data:image/png;base64,AAAA", "");
  await userEvent.click(screen.getByRole("button", { name: "Open image" }));
  expect(useUi.getState().dialog?.content).toEqual({ kind: "image", address: "data:image/png;base64,AAAA", alt: "" });
});

test("a click on an image in a link follows the link", () => {
  render(
    <LinkedContext value={true}>
      <RemoteMedia kind="image" src="data:image/png;base64,AAAA" alt="The bay" />
    </LinkedContext>,
    { wrapper: WithMessages },
  );
  expect(screen.getByRole("img", { name: "The bay" })).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});
