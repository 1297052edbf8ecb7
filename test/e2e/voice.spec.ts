import type { Page, WebSocketRoute } from "@playwright/test";
import { everywhere, expect, messages, needsServer, newChat } from "./support/fixtures";
import { heardSeconds, keyProtocol, openVoice, reply, said, test } from "./support/live-voice";

const panel = (page: Page) => page.getByRole("dialog", { name: "Voice" });

/** Waits until the panel counts one second more. */
async function secondPasses(page: Page): Promise<void> {
  const state = panel(page).getByText(/, \d+:\d\d$/);
  const shown = (await state.textContent()) ?? "";
  await expect(state).not.toHaveText(shown);
}

test("speech of both sides becomes messages of the chat that can be played", everywhere, async ({ page, app }) => {
  const sent: { type: string; item?: { role: string; content: { text: string }[] }; session?: object }[] = [];
  const opened: { url: string; protocols: readonly string[] }[] = [];
  await page.routeWebSocket(/\/v1\/realtime/, (socket) => {
    opened.push({ url: socket.url(), protocols: socket.protocols() });
    socket.send(JSON.stringify({ type: "session.created" }));
    let heard = 0;
    socket.onMessage((message) => {
      const event = JSON.parse(String(message));
      if (event.type !== "input_audio_buffer.append") return void sent.push(event);
      heard += 1;
      if (heard === 6) converse(socket);
    });
  });
  await openVoice(page, app.url, { before: "the tide" });
  await expect(panel(page).getByText("Because of the shelf.")).toBeVisible();
  await expect(panel(page).getByText(/^(Speaking|Listening), \d:\d\d$/)).toBeVisible();
  expect(opened).toEqual([
    { url: "wss://api.openai.com/v1/realtime?model=gpt-realtime-2.1", protocols: ["realtime", keyProtocol] },
  ]);
  expect(sent[0]).toMatchObject({
    type: "session.update",
    session: {
      type: "realtime",
      output_modalities: ["audio"],
      audio: {
        input: { transcription: { model: "whisper-1" }, turn_detection: { type: "server_vad" } },
        output: { voice: "alloy", format: { type: "audio/pcm", rate: 24_000 } },
      },
      tools: [],
    },
  });
  expect(sent.slice(1, 3).map(({ item }) => [item?.role, item?.content[0]?.text])).toEqual([
    ["user", "the tide"],
    ["assistant", expect.stringContaining("the tide")],
  ]);
  await expect(panel(page).getByText(/^Listening, \d:\d\d$/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Voice chat" })).toBeFocused();

  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await expect(messages(page).nth(2)).toContainText("Why is the tide late?");
    await expect(messages(page).nth(3)).toContainText("Because of the shelf.");
    await expect(messages(page).nth(3)).toContainText("$0.038");
    expect(await heardSeconds(messages(page).nth(2))).toBeCloseTo(0.4, 1);
    expect(await heardSeconds(messages(page).nth(3))).toBeCloseTo(1, 1);
  }
});

/** The words of the answer come before those of the question, as they do. */
function converse(socket: WebSocketRoute): void {
  const [started, ...understood] = said("item-1", "Why is the tide late?", { fromMs: 0, toMs: 400 });
  for (const event of [
    ...(started ?? []),
    ...reply("item-2", ["Because ", "of the shelf."], 1),
    ...understood.flat(),
  ]) {
    socket.send(JSON.stringify(event));
  }
}

test("an answer can be interrupted, and the model receives how much of it was played; muted, nothing is sent", async ({
  page,
  app,
}) => {
  const sent: { type: string; audio_end_ms?: number; item_id?: string }[] = [];
  await page.routeWebSocket(/\/v1\/realtime/, (socket) => {
    socket.send(JSON.stringify({ type: "session.created" }));
    socket.onMessage((message) => {
      const event = JSON.parse(String(message));
      sent.push(event);
      if (event.type !== "session.update") return;
      const [created, ...rest] = reply("item-9", ["A very long story. "], 30);
      for (const each of [created, ...rest.slice(0, -1)]) socket.send(JSON.stringify(each));
    });
  });
  await openVoice(page, app.url, {});
  await expect(panel(page).getByText(/^Speaking/)).toBeVisible();
  await panel(page).getByRole("button", { name: "Interrupt" }).click();
  await expect(panel(page).getByText(/^Listening/)).toBeVisible();
  const truncated = sent.find(({ type }) => type === "conversation.item.truncate");
  expect(sent.some(({ type }) => type === "response.cancel")).toBe(true);
  expect(truncated?.item_id).toBe("item-9");
  expect(truncated?.audio_end_ms).toBeLessThan(20_000);

  await panel(page).getByRole("button", { name: "Mute" }).click();
  await expect(panel(page).getByText(/^Muted/)).toBeVisible();
  await secondPasses(page);
  const appended = () => sent.filter(({ type }) => type === "input_audio_buffer.append").length;
  const before = appended();
  await secondPasses(page);
  expect(appended()).toBe(before);
  await panel(page).getByRole("button", { name: "End" }).click();
  await expect(messages(page).last()).toContainText("A very long story.");
});

test("a denied microphone, a broken connection and a missing key each show an error with an action", async ({
  page,
  keyless,
}) => {
  let answer: "nothing" | "refusal" | "conversation" = "nothing";
  await page.routeWebSocket(/\/v1\/realtime/, (socket) => {
    if (answer === "conversation") return socket.send(JSON.stringify({ type: "session.created" }));
    const error = { type: "invalid_request_error", code: "invalid_api_key", message: "This key is not known." };
    if (answer === "refusal") socket.send(JSON.stringify({ type: "error", error }));
    void socket.close();
  });
  await openVoice(page, keyless.url, { microphone: "refused" });
  await expect(panel(page).getByText(/Microphone access is blocked\. Allow it/)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isMicrophoneAllowed: true }));
  await panel(page).getByRole("button", { name: "Try again" }).click();
  await expect(panel(page).getByText("Connection failed")).toBeVisible();
  await expect(panel(page).getByText(/or it rejected the API key\. Check/)).toBeVisible();
  answer = "refusal";
  await panel(page).getByRole("button", { name: "Try again" }).click();
  await expect(panel(page).getByRole("status")).toHaveText(/Connection failed.*reported:This key is not known\./);
  answer = "conversation";
  await panel(page).getByRole("button", { name: "Try again" }).click();
  await expect(panel(page).getByText(/^Listening/)).toBeVisible();
  await panel(page).getByRole("button", { name: "Close voice" }).click();

  await page.goto(`${keyless.url}/settings#voice`);
  await page.getByRole("textbox", { name: "Voice chat API key" }).fill("");
  await page.goto(keyless.url);
  await newChat(page);
  await page.getByRole("button", { name: "Voice chat" }).click();
  await expect(panel(page).getByText(/Voice chat needs an API key/)).toBeVisible();
  await panel(page).getByRole("button", { name: "Open settings" }).click();
  await expect(page).toHaveURL(/\/settings\/?#voice$/);
  await expect(panel(page)).toHaveCount(0);
});

test("voice and microphone can change during a conversation, but the voice only before the first answer", async ({
  page,
  app,
}) => {
  const sent: { type: string; session?: object }[] = [];
  let line: WebSocketRoute | undefined;
  await page.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted);
      Object.assign(window, { microphone: stream.getAudioTracks()[0]?.label });
      return stream;
    };
  });
  await page.routeWebSocket(/\/v1\/realtime/, (socket) => {
    line = socket;
    socket.send(JSON.stringify({ type: "session.created" }));
    socket.onMessage((message) => void sent.push(JSON.parse(String(message))));
  });
  await openVoice(page, app.url, {});
  await expect(panel(page).getByText(/^Listening/)).toBeVisible();
  await expect(panel(page).getByText("gpt-realtime-2.1 · alloy")).toBeVisible();
  const voice = panel(page).getByRole("combobox", { name: "Voice" });
  await voice.selectOption("marin");
  await expect(panel(page).getByText("gpt-realtime-2.1 · marin")).toBeVisible();
  const update = { type: "session.update", session: { type: "realtime", audio: { output: { voice: "marin" } } } };
  await expect.poll(() => sent.filter(({ type }) => type === "session.update").at(-1)).toEqual(update);

  const microphone = panel(page).getByRole("combobox", { name: "Microphone" });
  const other = (await microphone.getByRole("option").last().textContent()) ?? "";
  await microphone.selectOption({ label: other });
  await expect.poll(() => page.evaluate(() => (window as { microphone?: string }).microphone)).toBe(other);
  const before = sent.length;
  await expect.poll(() => sent.slice(before).some(({ type }) => type === "input_audio_buffer.append")).toBe(true);

  for (const event of reply("item-1", ["Good day."], 1)) line?.send(JSON.stringify(event));
  await expect(voice).toBeDisabled();
  await expect(voice).toHaveAccessibleDescription("The voice can’t change once the call has started.");
  await page.keyboard.press("Escape");
  await page.goto(`${app.url}/settings#voice`);
  const section = page.getByRole("region", { name: "Voice chat" });
  await expect(section.getByRole("textbox", { name: "Voice model" })).toHaveValue("gpt-realtime-2.1");
  await expect(section.getByRole("combobox", { name: "Voice", exact: true })).toHaveValue("marin");
});

test("a server whose address has no live voice is reported", needsServer, async ({ page, app }) => {
  const error = { message: "Not Found" };
  await page.route("**/v1/realtime/client_secrets", (route) => route.fulfill({ status: 404, json: { error } }));
  await openVoice(page, app.url, { apiKey: "" });
  await expect(panel(page).getByRole("status")).toHaveText(/Connection failed.*server doesn’t offer voice chat/);
});

test(
  "with the server's key the conversation uses WebRTC, and the page only gets a short-lived key",
  needsServer,
  async ({ page, context, app, provider }) => {
    const other = await context.newPage();
    await page.route("**/api/openai/v1/realtime/calls", async (route) => {
      expect(await route.request().headerValue("x-realtime-secret")).toBe("ek-0123");
      const answer = await other.evaluate(answerOffer, route.request().postData() ?? "");
      await route.fulfill({ status: 201, body: answer });
    });
    await openVoice(page, app.url, { apiKey: "" });
    await expect(panel(page).getByText(/^Listening/)).toBeVisible();
    expect(provider.secretsAsked.at(-1)).toMatchObject({
      expires_after: { anchor: "created_at", seconds: 600 },
      session: { type: "realtime", model: "gpt-realtime-2.1", audio: { output: { voice: "alloy" } } },
    });
    await other.evaluate(
      (events) => {
        for (const event of events)
          (window as unknown as { channel: RTCDataChannel }).channel.send(JSON.stringify(event));
      },
      [
        { type: "response.created" },
        { type: "output_audio_buffer.started" },
        { type: "response.output_audio_transcript.delta", item_id: "item-1", delta: "Over the wire." },
      ],
    );
    await expect(panel(page).getByText("Over the wire.")).toBeVisible();
    await expect(panel(page).getByText(/^Speaking/)).toBeVisible();
    await secondPasses(page);
    await other.evaluate(() =>
      (window as unknown as { channel: RTCDataChannel }).channel.send(
        JSON.stringify({ type: "output_audio_buffer.stopped" }),
      ),
    );
    await expect(panel(page).getByText(/^Listening/)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(messages(page).last()).toContainText("Over the wire.");
    expect(await heardSeconds(messages(page).last())).toBeGreaterThan(0.3);
  },
);

/** The other end of a connection: it takes an offer, speaks with a tone, and tells that a conversation began. */
async function answerOffer(offer: string): Promise<string> {
  const peer = new RTCPeerConnection();
  const context = new AudioContext();
  const oscillator = context.createOscillator();
  const out = context.createMediaStreamDestination();
  oscillator.connect(out);
  oscillator.start();
  for (const track of out.stream.getTracks()) peer.addTrack(track, out.stream);
  peer.ondatachannel = ({ channel }) => {
    Object.assign(window, { channel });
    const tell = () => channel.send(JSON.stringify({ type: "session.created" }));
    if (channel.readyState === "open") tell();
    else channel.onopen = tell;
  };
  await peer.setRemoteDescription({ type: "offer", sdp: offer });
  await peer.setLocalDescription(await peer.createAnswer());
  await new Promise<void>((resolve) => {
    if (peer.iceGatheringState === "complete") return resolve();
    peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && resolve();
  });
  return peer.localDescription?.sdp ?? "";
}
