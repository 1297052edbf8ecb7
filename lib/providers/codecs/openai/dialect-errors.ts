import type { ErrorKinds } from "@/lib/providers/codecs/reply-error";

// The error kinds by code of providers that use the OpenAI dialect. They are loaded with it, not with the provider.

/** Codes of Baidu's OpenAI-compatible API. https://cloud.baidu.com/doc/qianfan-api/s/Om9b4yj3w */
export const baiduErrors: ErrorKinds = {
  characterstoolong: "context-length",
  imageurlunsafe: "content-filter",
  invalidiamtoken: "auth",
  invalidmodel: "not-found",
  unsaferequest: "content-filter",
};

/** https://www.volcengine.com/docs/82379/1299023 */
export const bytedanceErrors: ErrorKinds = {
  sensitivecontentdetected: "content-filter",
  inputtextriskdetection: "content-filter",
  inputimageriskdetection: "content-filter",
  outputtextriskdetection: "content-filter",
  quotaexceeded: "quota",
};

/** Kimi's streams have no error status. https://platform.moonshot.ai/docs/api/chat#error */
export const moonshotErrors: ErrorKinds = {
  invalidauthenticationerror: "auth",
  incorrectapikeyerror: "auth",
  permissiondeniederror: "permission",
  resourcenotfounderror: "not-found",
  ratelimitreachederror: "rate-limit",
};

/** https://docs.siliconflow.cn/en/faqs/error-code */
export const siliconflowErrors: ErrorKinds = {
  20012: "not-found",
  20015: "bad-request",
  30001: "quota",
  30003: "not-found",
  50505: "overloaded",
};
