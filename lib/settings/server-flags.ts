import * as z from "zod/mini";

/** What the server tells every browser of its settings (§4.3). Nothing secret may ever be added. */
export interface ServerFlags {
  readonly needCode: boolean;
  readonly hideUserApiKey: boolean;
  readonly disableGPT4: boolean;
  readonly hideBalanceQuery: boolean;
  readonly disableFastLink: boolean;
  readonly customModels: string;
  readonly defaultModel: string;
  readonly visionModels: string;
  /** `offered`: only while nothing real is usable; `forced`: always (ENABLE_DEMO=1). */
  readonly demo: "off" | "offered" | "forced";
}

/** Reads the answer of `/api/config`. A server that does not say whether it needs a code is taken to need one. */
export const serverFlagsSchema: z.ZodMiniType<ServerFlags> = z.object({
  needCode: z.catch(z.boolean(), true),
  hideUserApiKey: z.catch(z.boolean(), false),
  disableGPT4: z.catch(z.boolean(), false),
  hideBalanceQuery: z.catch(z.boolean(), false),
  disableFastLink: z.catch(z.boolean(), false),
  customModels: z.catch(z.string(), ""),
  defaultModel: z.catch(z.string(), ""),
  visionModels: z.catch(z.string(), ""),
  demo: z.catch(z.enum(["off", "offered", "forced"]), "off"),
});

/** The flags of a build without a server: own keys only, and the demonstration until there is one. */
export const serverlessFlags: ServerFlags = {
  needCode: false,
  hideUserApiKey: false,
  disableGPT4: false,
  hideBalanceQuery: true,
  disableFastLink: false,
  customModels: "",
  defaultModel: "",
  visionModels: "",
  demo: "offered",
};
