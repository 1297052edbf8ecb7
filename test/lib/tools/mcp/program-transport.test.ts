import { type LineProgram, programTransport } from "@/lib/tools/mcp/program-transport";

/** A program that writes the given lines and then ends. */
function fakeProgram(lines: readonly string[]): LineProgram & { readonly written: string[]; stops: number } {
  const rest = [...lines];
  return {
    written: [],
    stops: 0,
    async write(line) {
      this.written.push(line);
    },
    async read() {
      const line = rest.shift();
      if (line === undefined) throw "The program has ended.\nout of memory";
      return line;
    },
    async stop() {
      this.stops += 1;
    },
  };
}

test("messages are lines; other lines of the program are skipped, and its end closes the connection", async () => {
  const program = fakeProgram(["", "starting…", "{}", '{"jsonrpc":"2.0","id":1,"result":{}}', '{"jsonrpc":"1.0"}']);
  const reasons: string[] = [];
  const transport = await programTransport(program, (reason) => reasons.push(reason));
  const received: unknown[] = [];
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  transport.onmessage = (message) => received.push(message);
  await transport.start();
  await transport.send({ jsonrpc: "2.0", id: 1, method: "ping" });
  await closed;
  expect(received).toEqual([{ jsonrpc: "2.0", id: 1, result: {} }]);
  expect(program.written).toEqual(['{"jsonrpc":"2.0","id":1,"method":"ping"}']);
  expect(reasons).toEqual(["The program has ended.\nout of memory"]);
  expect(program.stops).toBe(1);
});

test("a closed connection ends the program once, and its end counts as wanted", async () => {
  const program = fakeProgram([]);
  const reasons: string[] = [];
  const transport = await programTransport(program, (reason) => reasons.push(reason));
  await transport.close();
  await transport.start();
  await transport.close();
  expect(program.stops).toBe(1);
  expect(reasons).toEqual([]);
});
