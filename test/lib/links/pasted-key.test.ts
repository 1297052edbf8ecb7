import { providerOfKey, providerOfVariable } from "@/lib/links/key-prefixes";
import { isKeyText, isMixedContent, readPastedKey, serverAddress } from "@/lib/links/pasted-key";
import { providers } from "@/lib/providers/registry";

describe("the provider of a key", () => {
  test.each([
    ["sk-ant-api03-0123", "anthropic"],
    ["AIzaSy0123", "google"],
    ["sk-or-v1-0123", "openrouter"],
    ["gsk_0123", "groq"],
    ["xai-0123", "xai"],
    ["sk-proj-0123", "openai"],
    ["sk-svcacct-0123", "openai"],
    [`${"0123456789abcdef".repeat(2)}.AbCdEfGh01234567`, "chatglm"],
  ])("%s is known", (key, id) => {
    expect(providerOfKey(key)).toBe(id);
  });

  test.each(["", "sk-0123456789abcdef", "0123456789abcdef", "my sk-ant-0", "SK-ANT-0", "AIz"])(
    "%j is ambiguous",
    (key) => {
      expect(providerOfKey(key)).toBeUndefined();
    },
  );
});

describe("the provider of a variable", () => {
  test.each([
    ["OPENAI_API_KEY", "openai"],
    ["DEEPSEEK_API_KEY", "deepseek"],
    ["GOOGLE_API_KEY", "google"],
    ["GEMINI_API_KEY", "google"],
    ["DASHSCOPE_API_KEY", "alibaba"],
    ["ARK_API_KEY", "bytedance"],
    ["ZAI_API_KEY", "chatglm"],
  ])("%s is %s", (variable, id) => {
    expect(providerOfVariable(variable, Object.values(providers))).toBe(id);
  });

  test.each(["API_KEY", "AZURE_OPENAI_API_KEY", "BAIDU_SECRET_KEY", ""])("%j names none", (variable) => {
    expect(providerOfVariable(variable, Object.values(providers))).toBeUndefined();
  });
});

describe("a pasted key", () => {
  test.each([
    ["as it is", "sk-0_1-2"],
    ["with white space around it", " \n\tsk-0_1-2\r\n"],
    ["with white space in it", "sk-0\n_1 -2"],
    ["in quotes", '"sk-0_1-2"'],
    ["in typographic quotes", "“sk-0_1-2”"],
    ["as code", "`sk-0_1-2`"],
    ["in a shell script", "export OPENAI_API_KEY=sk-0_1-2"],
    ["in a shell script, with quotes", "export OPENAI_API_KEY='sk-0_1-2';"],
    ["in an env file", "OPENAI_API_KEY = sk-0_1-2"],
    ["in PowerShell", '$env:OPENAI_API_KEY="sk-0_1-2"'],
    ["in a Windows shell", "set OPENAI_API_KEY=sk-0_1-2"],
    ["in a header", "Authorization: Bearer sk-0_1-2"],
    ["in a quoted header", '"Authorization: Bearer sk-0_1-2" \\'],
    ["as a bearer token", "Bearer sk-0_1-2"],
    ["in another header", "x-api-key: sk-0_1-2"],
    ["in a JSON file", '  "apiKey": "sk-0_1-2",'],
    ["with invisible characters", "\ufeffsk-0_1\u200b-2"],
  ])("is cleaned %s", (_name, text) => {
    expect(readPastedKey(text)).toMatchObject({ kind: "key", key: "sk-0_1-2" });
  });

  test.each([
    ["DEEPSEEK_API_KEY=sk-0", "DEEPSEEK_API_KEY"],
    ["export OPENAI_API_KEY='sk-0'", "OPENAI_API_KEY"],
    ['$env:GROQ_API_KEY="sk-0"', "GROQ_API_KEY"],
    ['  "MISTRAL_API_KEY": "sk-0",', "MISTRAL_API_KEY"],
    ["# production\nXAI_API_KEY=sk-0", "XAI_API_KEY"],
  ])("%s has the name of its variable", (text, variable) => {
    expect(readPastedKey(text)).toEqual({ kind: "key", key: "sk-0", variable });
  });

  test.each(["sk-0", "Bearer sk-0", "x-api-key: sk-0", "apiKey=sk-0", "const key = 'sk-0'"])(
    "%s names no variable",
    (text) => {
      expect(readPastedKey(text)).toEqual({ kind: "key", key: "sk-0" });
    },
  );

  test.each([
    ["variables", "DEEPSEEK_API_KEY=sk-0\nOPENAI_API_KEY=sk-1\n"],
    ["variables, with a comment", "\r\nDEEPSEEK_API_KEY=sk-0\r\n\r\n# Another\r\nOPENAI_BASE_URL=https://api.example"],
  ])("of several %s, the first counts", (_name, text) => {
    expect(readPastedKey(text)).toEqual({ kind: "key", key: "sk-0", variable: "DEEPSEEK_API_KEY" });
  });

  test.each([
    "OPENAI_API_KEY=sk-0\nOPENAI_BASE_URL=https://gw.example/v1",
    "# Gateway\nexport OPENAI_BASE_URL='https://gw.example/v1'\nexport OPENAI_API_KEY='sk-0'\n",
    '{ "model": "m",\n  "OPENAI_API_BASE": "https://gw.example/v1",\n  "OPENAI_API_KEY": "sk-0" }',
  ])("a key and the address of its server belong together: %j", (text) => {
    const address = "https://gw.example/v1";
    expect(readPastedKey(text)).toEqual({ kind: "key", key: "sk-0", variable: "OPENAI_API_KEY", address });
  });

  test.each([
    "localhost:11434",
    "localhost/v1",
    "127.0.0.1:8080",
    "192.168.1.20:8080/v1",
    "gw.example.com/v1",
    "gw.example.com:8443",
  ])("%s is an address", (address) => {
    expect(readPastedKey(address)).toEqual({ kind: "address", address });
  });

  test.each([
    ["setx OPENAI_API_KEY sk-0_1-2", "sk-0_1-2"],
    ['-H "Authorization: Bearer sk-0_1-2"', "sk-0_1-2"],
    ["Here is my key", "Here is my key"],
  ])("%j is the key %j", (text, key) => {
    expect(readPastedKey(text)).toMatchObject({ kind: "key", key });
  });

  test("of several keys, the first counts", () => {
    expect(readPastedKey("sk-0\nsk-1")).toEqual({ kind: "key", key: "sk-0" });
  });

  test.each(["abcdef0123==", "AB_CD=", "id:secret", "0123.abcd", "a/b+c==", "bce-v3/ALTAK-0/1"])(
    "%s is not changed",
    (key) => {
      expect(readPastedKey(key)).toEqual({ kind: "key", key });
    },
  );

  test.each(["", " ", '""', "\n"])("%j is empty", (text) => {
    expect(readPastedKey(text)).toEqual({ kind: "key", key: "" });
  });

  test.each([
    ["without characters", ""],
    ["with a letter outside ASCII", "sk-naïve"],
    ["in another script", "ключ"],
    ["with a space", "sk-0 1"],
    ["of an example", "sk-...abcd"],
    ["of a variable without a value", "OPENAI_API_KEY="],
    ["of 4000 characters", "x".repeat(4000)],
  ])("%s cannot be sent", (_name, key) => {
    expect(isKeyText(key)).toBe(false);
  });

  test.each([
    ["letters", "x".repeat(100_000)],
    ["quotes", '"'.repeat(100_000)],
    ["assignments", "a=".repeat(50_000)],
    ["spaces", " ".repeat(100_000)],
    ["members", "key:".repeat(25_000)],
    ["header names", "authorization".repeat(8000)],
  ])("of 100 kB of %s is bounded", (_name, text) => {
    const started = performance.now();
    expect(JSON.stringify(readPastedKey(text)).length).toBeLessThanOrEqual(10_100);
    expect(performance.now() - started).toBeLessThan(500);
  });

  test.each([
    ["https://api.example/v1", "https://api.example/v1"],
    ["OPENAI_BASE_URL=http://localhost:1234/v1", "http://localhost:1234/v1"],
    [' "https://api.example/v1" ', "https://api.example/v1"],
    ["https://api.example/v1 and more", "https://api.example/v1"],
  ])("%s is an address", (text, address) => {
    expect(readPastedKey(text)).toEqual({ kind: "address", address });
  });
});

describe("the address of a server", () => {
  test.each([
    ["https://api.example", "https://api.example"],
    ["https://api.example/", "https://api.example"],
    ["https://api.example/v1", "https://api.example/v1"],
    ["https://api.example/v1/", "https://api.example/v1"],
    ["https://api.example/v1/chat/completions", "https://api.example/v1"],
    ["https://api.example/v4/chat/completions", "https://api.example/v4"],
    ["https://api.example/chat/completions", "https://api.example/chat/completions"],
    ["https://api.example/v1/models", "https://api.example/v1"],
    ["https://api.example/v1/models/", "https://api.example/v1"],
    ["https://api.example/v1/models?limit=3#top", "https://api.example/v1"],
    ["https://api.example/gate/openai/v1/responses", "https://api.example/gate/openai/v1"],
    ["api.example/v1", "https://api.example/v1"],
    ["API.Example:8443", "https://api.example:8443"],
    ["localhost:1234/v1", "http://localhost:1234/v1"],
    ["192.168.0.7:8000", "http://192.168.0.7:8000"],
    ["https://localhost:1234", "https://localhost:1234"],
    ['"https://api.example/v1"', "https://api.example/v1"],
  ])("of %s", (text, address) => {
    expect(serverAddress(text)?.address).toBe(address);
  });

  test.each(["", " ", "http://", "https://a b", "ftp://api.example", "javascript:alert(1)", "https://u:p@api.example"])(
    "%j is invalid",
    (text) => {
      expect(serverAddress(text)).toBeUndefined();
    },
  );

  test.each([
    ["http://api.example", "https:", true],
    ["http://192.168.0.7:8000", "https:", true],
    ["http://localhost:1234", "https:", false],
    ["http://127.0.0.1:1234", "https:", false],
    ["http://[::1]:1234", "https:", false],
    ["https://api.example", "https:", false],
    ["http://api.example", "http:", false],
    ["", "https:", false],
  ])("%s on a page with %s: mixed content is %s", (address, protocol, isMixed) => {
    expect(isMixedContent(address, protocol)).toBe(isMixed);
  });
});
