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
