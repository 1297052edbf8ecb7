import { joinAddress } from "@/lib/providers/codecs/join-address";

const path = "v1/chat/completions";

test.each([
  ["https://api.example.com", "https://api.example.com/v1/chat/completions"],
  ["https://api.example.com/", "https://api.example.com/v1/chat/completions"],
  ["https://api.example.com/v1", "https://api.example.com/v1/chat/completions"],
  ["https://api.example.com/v1/", "https://api.example.com/v1/chat/completions"],
  ["https://api.example.com/v1/chat", "https://api.example.com/v1/chat/completions"],
  ["https://api.example.com/v1/chat/completions", "https://api.example.com/v1/chat/completions"],
  ["https://gateway.example.com/openai/v1", "https://gateway.example.com/openai/v1/chat/completions"],
  ["https://api.example.com/xv1", "https://api.example.com/xv1/v1/chat/completions"],
  ["/api/openai", "/api/openai/v1/chat/completions"],
])("the path below %s is %s", (base, expected) => {
  expect(joinAddress(base, path)).toBe(expected);
});

test.each([
  ["https://api.example.com/chat/completions", "https://api.example.com/models"],
  ["https://api.example.com/x/chat/completions/", "https://api.example.com/x/models"],
  ["https://api.example.com/v1/chat/completions", "https://api.example.com/v1/models"],
  ["https://api.example.com/api/paas/v4", "https://api.example.com/api/paas/v4/models"],
  ["https://api.example.com/v1beta/openai", "https://api.example.com/v1beta/openai/models"],
  ["https://api.example.com/openai", "https://api.example.com/openai/v1/models"],
])("the list of models of %s is at %s", (base, expected) => {
  expect(joinAddress(base, "v1/models")).toBe(expected);
});
