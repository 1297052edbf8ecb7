import { decodeText } from "@/lib/documents/decode-text";

const fromHex = (hex: string) => new Blob([Uint8Array.from(Buffer.from(hex.replaceAll(" ", ""), "hex"))]);
const fromLatin1 = (text: string) => new Blob([Uint8Array.from(Buffer.from(text, "latin1"))]);

test.each([
  ["UTF-8", new Blob(["Größe, 潮位 🌊"]), "Größe, 潮位 🌊"],
  ["UTF-8 with a byte order mark", new Blob(["\ufeffGröße"]), "Größe"],
  ["UTF-16, little-endian", new Blob([Uint8Array.from(Buffer.from("\ufeffGröße\t3", "utf16le"))]), "Größe\t3"],
  ["UTF-16, big-endian", fromHex("feff 0047 00f6"), "Gö"],
  ["Windows-1252", fromHex("4772f6df653b50726569730a4dfc6c6c65723b332c323020a30a"), "Größe;Preis\nMüller;3,20 £\n"],
  ["Latin-1 with one letter", fromLatin1(`${"plain text ".repeat(500)}caf\u00e9`), `${"plain text ".repeat(500)}café`],
  [
    "Windows-1251",
    fromHex("cef2f7b8f220ee20eff0e8ebe8e2e0f52e20c7e0e2f2f0e020eff0e8ebe8e220e220f7e5f2fbf0e520f7e0f1e02e"),
    "Отчёт о приливах. Завтра прилив в четыре часа.",
  ],
  [
    "Shift_JIS",
    fromHex("92aa88ca82cc95f18d9082c582b7814296be93fa82cc969e92aa82cd8e6c8e9e8142"),
    "潮位の報告です。明日の満潮は四時。",
  ],
  ["GB18030", fromHex("b3b1cfabb1a8b8e6a1a3c3f7ccecb5c4c2fab3b1cac7cbc4b5e3a1a3"), "潮汐报告。明天的满潮是四点。"],
  ["nothing", new Blob([]), ""],
])("%s", async (_name, file, text) => {
  expect(await decodeText(file)).toBe(text);
});

test.each(["§ 5 Absatz 2", "Straße 5", "Größe"])("a short text of Western Europe: %s", async (text) => {
  expect(await decodeText(fromLatin1(text))).toBe(text);
});

test("damaged UTF-8 is read as UTF-8", async () => {
  const whole = Buffer.from("Die Größe der Übung für Müller: ähnlich große Löcher, schöne Grüße. ".repeat(20));
  const text = await decodeText(new Blob([Uint8Array.from([...whole, 0xff, ...Buffer.from("Jürgen")])]));
  expect(text).toBe(`${whole.toString()}\ufffdJürgen`);
});
