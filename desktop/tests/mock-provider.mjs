import { createServer } from "node:http";

/** Starts a provider with OpenAI's API on this computer. It allows no other origins, as most servers do. */
export async function startProvider() {
  const requests = [];
  let closed = 0;
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    requests.push({ method: request.method, path: request.url, headers: request.headers, body });
    if (request.method !== "POST") {
      response.writeHead(200, { "content-type": "application/json" });
      return response.end(JSON.stringify({ data: [{ id: "gpt-4o-mini" }] }));
    }
    response.on("close", () => {
      closed += 1;
    });
    const asked = JSON.parse(body);
    response.writeHead(200, { "content-type": "text/event-stream" });
    answer(asked, response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    requests,
    closed: () => closed,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer({ messages, tools = [] }, response) {
  const send = (delta, more = {}) =>
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null, ...more }] })}\n\n`);
  const end = (reason) => {
    send({}, { finish_reason: reason });
    response.end("data: [DONE]\n\n");
  };
  const last = messages.at(-1);
  const said = typeof last.content === "string" ? last.content : JSON.stringify(last.content);
  if (last.role === "tool") {
    send({ role: "assistant", content: `The tool returned: ${said}` });
    return end("stop");
  }
  if (said.includes("use the tool") && tools.length > 0) {
    const [{ function: tool }] = tools.filter(({ function: each }) => each.name.includes("echo"));
    const call = { name: tool.name, arguments: JSON.stringify({ message: "from the window" }) };
    send({ role: "assistant", tool_calls: [{ index: 0, id: "call_1", type: "function", function: call }] });
    return end("tool_calls");
  }
  if (said.includes("never end")) {
    send({ role: "assistant", content: "It begins " });
    const timer = setInterval(() => send({ content: `and goes on in reply ${messages.length} ` }), 50);
    response.on("close", () => clearInterval(timer));
    return;
  }
  if (said.includes("break off")) {
    send({ role: "assistant", content: "It begins, " });
    setTimeout(() => response.destroy(), 200);
    return;
  }
  if (said.includes("flood me")) return flood(response);
  for (const word of ["Hello ", "from ", "the ", "provider."]) send({ role: "assistant", content: word });
  end("stop");
}

/** Sends one gigabyte without a line break, as fast as it is read. */
function flood(response) {
  const piece = "x".repeat(1_000_000);
  let left = 1000;
  response.write('data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"');
  const write = () => {
    while (left-- > 0) if (!response.write(piece)) return response.once("drain", write);
    response.end();
  };
  write();
}
