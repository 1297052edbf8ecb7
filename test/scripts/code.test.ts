import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { readSignedCode } from "@/lib/server/codes/signed-code";

const secret = "a secret of the tests: 0123456789 0123456789";
const run = promisify(execFile);

/** Runs the command with a secret, and returns its lines or its error. */
async function code(args: readonly string[], env: Readonly<Record<string, string>> = { CODE_SECRET: secret }) {
  const options = { env: { PATH: process.env.PATH, NODE_ENV: "test", ...env } as NodeJS.ProcessEnv };
  return run(process.execPath, ["scripts/code.mjs", ...args], options).then(
    ({ stdout }) => stdout.trimEnd().split("\n"),
    ({ stderr, code: status }) => `${status} ${String(stderr).split("\n")[0]}`,
  );
}

/** Writes a file for the command. */
async function listFile(text: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), "parley-codes-")), "list.csv");
  await writeFile(file, text);
  return file;
}

const seconds = () => Date.now() / 1000 + 10;

test("makes a code with the given rights and a link, and shows its rights", async () => {
  const [made = "", link] = await code([
    "--name=Ada",
    "--models=-all,+gpt-5@openai",
    "--providers=openai,302.AI",
    "--features=tools",
    "--expires=2100-01-31",
    "--per-minute=10",
    "--at-once=2",
    "--id=ada",
    "--site=https://chat.example/",
  ]);
  expect(link).toBe(`https://chat.example/#/?code=${made}`);
  const rights = {
    name: "Ada",
    models: "-all,+gpt-5@openai",
    providers: ["openai", "302.AI"],
    features: ["tools"],
    perMinute: 10,
    atOnce: 2,
  };
  expect(readSignedCode(made, [secret], seconds())).toEqual({
    id: "ada",
    issued: expect.any(Number),
    rights: { ...rights, expires: Date.UTC(2100, 1, 1) / 1000 },
  });
  const shown = await code(["--check", made]);
  expect(JSON.parse(String((shown as string[]).join("")))).toEqual({
    id: "ada",
    issued: expect.any(String),
    ...rights,
    expires: "2100-02-01T00:00:00Z",
  });
}, 60_000);

test("takes a value that begins with a minus also behind a space", async () => {
  const [made = ""] = await code(["--id", "ada", "--models", "-all,+gpt-5@openai", "--name", "Ada"]);
  expect(readSignedCode(made, [secret], seconds())).toMatchObject({
    id: "ada",
    rights: { name: "Ada", models: "-all,+gpt-5@openai" },
  });
  expect(await code(["--per-minute", "-4"])).toBe("2 Invalid: perMinute.");
  expect(await code(["-4"])).toMatch(/^2 Unknown option '-4'/);
});

test("makes a short code with its entry for CODE_LIMITS", async () => {
  const [made = "", , entry = "", warning] = await code(["--short", "--id=ada", "--features=none"]);
  expect(made).toMatch(/^c1-ada(-[0-9a-z]{4}){4}$/);
  expect(entry).toBe('Entry for CODE_LIMITS: "c1-ada":{"features":[]}');
  expect(warning).toBe("Never use this id again after you have removed the entry: the code would be valid again.");
  const CODE_LIMITS = `{${entry.replace("Entry for CODE_LIMITS: ", "")}}`;
  const shown = await code(["--check", made.toUpperCase()], { CODE_SECRET: secret, CODE_LIMITS });
  expect(JSON.parse(String((shown as string[]).join("")))).toEqual({ id: "ada", features: [] });
  expect(await code(["--check", made])).toBe("2 CODE_LIMITS has no entry for this short code, so it is refused.");
}, 60_000);

test("does nothing without a secret, with unknown options or with invalid rights", async () => {
  expect(await code([], {})).toBe("2 Set CODE_SECRET to the server's secret, with at least 32 characters.");
  expect(await code(["--tokens-per-year=5"])).toMatch(/^2 Unknown option '--tokens-per-year'/);
  expect(await code(["--per-minute=often", "--features=video"])).toBe("2 Invalid: features, perMinute.");
  expect(await code(["--expires=2020-01-31"])).toBe("2 Invalid: expires is in the past.");
  expect(await code(["--check=c1.e30.AAAA"])).toBe("2 This is not a code of this secret and version.");
}, 60_000);

test("makes a code for each row of a list, with the options for all rows; a formula stays a text", async () => {
  const file = await listFile('\uFEFFID, name ,per-minute\r\nada,Ada,10\r\n,"=SUM(1)",\r\n');
  const lines = await code([`--csv=${file}`, "--expires=2100-01-31", "--per-minute=5", "--site=https://chat.example"]);
  const [names, first = "", second = ""] = lines as string[];
  expect(names).toBe("id,name,code,link");
  const [id, name, made = "", link] = first.split(",");
  expect([id, name, link]).toEqual(["ada", "Ada", `https://chat.example/#/?code=${made}`]);
  const features = ["images", "voice", "tools"];
  const expires = Date.UTC(2100, 1, 1) / 1000;
  expect(readSignedCode(made, [secret], seconds())).toEqual({
    id: "ada",
    issued: expect.any(Number),
    rights: { name: "Ada", features, expires, perMinute: 10 },
  });
  const [otherId, formula, other = ""] = second.split(",");
  expect([otherId, formula]).toEqual([expect.stringMatching(/^[0-9a-z]{10}$/), '"\'=SUM(1)"']);
  expect(readSignedCode(other, [secret], seconds())?.rights).toEqual({
    name: "=SUM(1)",
    features,
    expires,
    perMinute: 5,
  });
}, 60_000);

test("prints the variables for a list of plain codes, without a secret", async () => {
  const file = await listFile("code,tokens-per-day,features\nharbour,1000,\nsecond code,,\nthird,,none\n");
  expect(await code([`--csv=${file}`], {})).toEqual([
    "CODE=harbour,second code,third",
    'CODE_LIMITS={"harbour":{"features":["images","voice","tools"],"tokensPerDay":1000},"third":{"features":[]}}',
  ]);
}, 60_000);

test.each([
  ["an unknown column", "id,colour\nada,red\n", /^2 Unknown columns: colour\. Known: name, models, /],
  ["no rows", "id,name\n", /^2 The list has no rows\.$/],
  ["an invalid right", "id,per-minute\nada,10\nben,often\n", /^2 Row 3: perMinute\.$/],
  ["a wrong id", "id\nA B\n", /^2 Row 2: id has 1 to 16 /],
  ["the same id twice", "id\nada\nben\nada\n", /^2 Rows 2 and 4 have the same id\.$/],
  ["a comma in a plain code", 'code\n"a,b"\n', /^2 Row 2: a code must not contain a comma/],
  ["a row without its plain code", "code,name\nharbour,Ada\n,Ben\n", /^2 Row 3: the column code is empty\.$/],
])(
  "makes nothing of a list with %s",
  async (_name, text, expected) => {
    expect(await code([`--csv=${await listFile(text)}`])).toMatch(expected);
  },
  60_000,
);
