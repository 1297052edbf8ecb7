import type { LaunchOptions, Page, WebSocketRoute } from "@playwright/test";
import { test as base, expect, messages, newChat } from "./support/fixtures";
import { heardSeconds, keyProtocol, openVoice, reply, said, voiceArgs } from "./support/live-voice";

const test = base.extend<object, { readonly launchOptions: LaunchOptions }>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...voiceArgs] });
    },
    { scope: "worker" },
  ],
});

const panel = (page: Page) => page.getByRole("dialog", { name: "Voice" });

/** Waits until the panel counts one second more. */
async function secondPasses(page: Page): Promise<void> {
  const state = panel(page).getByText(/, \d+:\d\d$/);
  const shown = (await state.textContent()) ?? "";
  await expect(state).not.toHaveText(shown);
}

test("what both sides say becomes messages of the chat that can be played (R-276, R-458, R-461)", async ({
  page,
  app,
}) => {
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
  await expect(page.getByRole("button", { name: "Speak live" })).toBeFocused();

  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await expect(messages(page).nth(2)).toContainText("Why is the tide late?");
    await expect(messages(page).nth(3)).toContainText("Because of the shelf.");
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

test("an answer can be interrupted, and the model hears how much of it was heard; muted, nothing is sent", async ({
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
  await panel(page).getByRole("button", { name: "Stop the answer" }).click();
  await expect(panel(page).getByText(/^Listening/)).toBeVisible();
  const truncated = sent.find(({ type }) => type === "conversation.item.truncate");
  expect(sent.some(({ type }) => type === "response.cancel")).toBe(true);
  expect(truncated?.item_id).toBe("item-9");
  expect(truncated?.audio_end_ms).toBeLessThan(20_000);

  await panel(page).getByRole("button", { name: "Turn the microphone off" }).click();
  await expect(panel(page).getByText(/^Microphone off/)).toBeVisible();
  await secondPasses(page);
  const appended = () => sent.filter(({ type }) => type === "input_audio_buffer.append").length;
  const before = appended();
  await secondPasses(page);
  expect(appended()).toBe(before);
  await panel(page).getByRole("button", { name: "End" }).click();
  await expect(messages(page).last()).toContainText("A very long story.");
});

test("a refused microphone, a broken connection and a missing key are each said, with the way on", async ({
  page,
  keyless,
}) => {
  let isOpen = false;
  await page.routeWebSocket(/\/v1\/realtime/, (socket) => {
    if (isOpen) socket.send(JSON.stringify({ type: "session.created" }));
    else void socket.close();
  });
  await openVoice(page, keyless.url, { microphone: "refused" });
  await expect(panel(page).getByText(/The microphone is not allowed\. Allow it/)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isMicrophoneAllowed: true }));
  await panel(page).getByRole("button", { name: "Try again" }).click();
  await expect(panel(page).getByText("Connection failed")).toBeVisible();
  isOpen = true;
  await panel(page).getByRole("button", { name: "Try again" }).click();
  await expect(panel(page).getByText(/^Listening/)).toBeVisible();
  await panel(page).getByRole("button", { name: "Close voice" }).click();

  await page.goto(`${keyless.url}/settings#voice`);
  await page.getByRole("textbox", { name: "Key for live voice" }).fill("");
  await page.goto(keyless.url);
  await newChat(page);
  await page.getByRole("button", { name: "Speak live" }).click();
  await expect(panel(page).getByText(/Live voice has no key to speak with/)).toBeVisible();
  await panel(page).getByRole("button", { name: "Open settings" }).click();
  await expect(page).toHaveURL(/\/settings#voice$/);
  await expect(panel(page)).toHaveCount(0);
});

test("with the server's key the conversation goes over WebRTC, and the page sees a short-lived key alone", async ({
  page,
  context,
  app,
  provider,
}) => {
  const other = await context.newPage();
  await page.route("https://api.openai.com/v1/realtime/calls", async (route) => {
    expect(route.request().headers().authorization).toBe("Bearer ek-0123");
    const answer = await other.evaluate(answerOffer, route.request().postData() ?? "");
    await route.fulfill({ status: 201, body: answer, headers: { "access-control-allow-origin": "*" } });
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
});

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
