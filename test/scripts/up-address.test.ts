import { addressesOf } from "../../scripts/up-address.mjs";

test.each([
  [{}, "http://localhost:3000", "http://127.0.0.1:3000/api/config"],
  [{ PORT: "8080", HOST: "0.0.0.0" }, "http://localhost:8080", "http://127.0.0.1:8080/api/config"],
  [
    { HOST: "192.168.1.20", BASE_PATH: "/chat" },
    "http://localhost:3000/chat",
    "http://192.168.1.20:3000/chat/api/config",
  ],
  [{ HOST: "::1", BASE_PATH: "" }, "http://localhost:3000", "http://[::1]:3000/api/config"],
  [{ HOST: "::", BASE_PATH: "/a/b" }, "http://localhost:3000/a/b", "http://127.0.0.1:3000/a/b/api/config"],
])("with %j the app is announced at %s, once %s responds", (env, address, probe) => {
  expect(addressesOf(env)).toEqual({ address, probe });
});
