import { chooseModel, expect, messages, needsServer, replyEnded, send, serverKey, test } from "./support/fixtures";

test(
  "a model server of the operator offers its models and answers, without fields in the settings",
  needsServer,
  async ({ page, provider, withApp }) => {
    const settings = {
      SERVERS: JSON.stringify([{ name: "Lab", url: provider.url, key: "LAB_KEY", models: ["lab-1"] }]),
      LAB_KEY: serverKey,
    };
    await withApp(settings, async (app) => {
      await page.goto(app.url);
      await chooseModel(page, "Lab", "lab-1");
      await chooseModel(page, "Lab", "local-reef");
      await send(page, "to the lab");
      await expect(messages(page).nth(1)).toContainText("You said: to the lab");
      await replyEnded(page);
      expect(provider.asked.at(-1)).toMatchObject({ model: "local-reef", authorization: `Bearer ${serverKey}` });

      const config = await (await fetch(`${app.url}/api/config`)).text();
      expect(config).toContain('"id":"site-lab"');
      for (const hidden of [serverKey, new URL(provider.url).host]) expect(config).not.toContain(hidden);

      const before = provider.arrived.length;
      const refused = await fetch(`${app.url}/api/site-lab/api/pull`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ model: "local-reef" }),
      });
      expect(refused.status).toBe(403);
      expect(provider.arrived).toHaveLength(before);

      await page.goto(`${app.url}/settings`);
      await expect(page.getByRole("textbox", { name: /^Custom models/ })).toBeVisible();
      await expect(page.getByRole("textbox", { name: /Lab/ })).toHaveCount(0);
      expect(app.log()).not.toContain(serverKey);
    });
  },
);
