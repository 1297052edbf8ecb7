// Runs JavaScript in QuickJS, a separate engine in WebAssembly: the code reaches nothing of the browser. A worker
// of /run/index.html; one worker per run.

/** Limits of the engine, in bytes. */
const maxMemory = 128 * 1024 * 1024;
const maxStack = 256 * 1024;

/** Loads the engine from the files that the page passed in. */
async function loadEngine({ module, texts }) {
  const load = (name) => import(URL.createObjectURL(new Blob([texts[name]], { type: "text/javascript" })));
  const [{ default: core }, ffi, loader] = await Promise.all(["core.js", "ffi.js", "module.js"].map(load));
  const files = { type: "sync", importFFI: async () => ffi.QuickJSFFI, importModuleLoader: async () => loader.default };
  return core.newQuickJSWASMModuleFromVariant(core.newVariant(files, { wasmModule: module }));
}

/** Returns a context with the functions of `prelude.js`. */
function createContext(engine, { prelude, files, post }) {
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(maxMemory);
  runtime.setMaxStackSize(maxStack);
  const context = runtime.newContext();
  const byName = new Map(files.map(({ name, text }) => [name, text]));
  const host = [
    context.newFunction("emit", (json) => void post(JSON.parse(context.getString(json)))),
    context.newFunction("read", (name) => {
      const text = byName.get(context.getString(name));
      return text === undefined ? context.undefined : context.newString(text);
    }),
    context.newFunction("now", () => context.newNumber(Date.now())),
    context.unwrapResult(context.evalCode(`(${JSON.stringify([...byName.keys()])})`)),
  ];
  const tools = context.unwrapResult(context.evalCode(prelude, "prelude.js", { type: "module" }));
  const call = (name, ...values) => context.callFunction(context.getProp(tools, name), context.undefined, ...values);
  context.unwrapResult(call("setUp", ...host));
  return { runtime, context, call };
}

/** Compiles the code as a script, or as a module if it uses `await` outside functions. */
function evaluate(context, code) {
  const name = "code.js";
  const checked = context.evalCode(code, name, { type: "global", compileOnly: true });
  const isModule = checked.error !== undefined && /\b(await|import|export)\b/.test(code);
  checked.dispose();
  return { isModule, result: context.evalCode(code, name, { type: isModule ? "module" : "global" }) };
}

/** Runs promises and timers until nothing is left; returns the first error of a timer. */
async function settle({ runtime, context, call }, flush) {
  for (;;) {
    const jobs = runtime.executePendingJobs();
    if (jobs.error) return jobs.error;
    const next = call("nextTimer");
    if (next.error) return next.error;
    const rest = context.getNumber(next.value);
    if (rest < 0) return undefined;
    flush();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  }
}

/** Runs code; `worker.js` calls it. */
self.run = async ({ code, files, ...parts }, { post, flush }) => {
  const engine = await loadEngine(parts);
  const vm = createContext(engine, { prelude: parts.texts["prelude.js"], files, post });
  postMessage({ type: "started" });
  const { isModule, result } = evaluate(vm.context, code);
  let error = result.error ?? (await settle(vm, flush));
  if (!error) {
    const state = vm.context.getPromiseState(result.value);
    if (state.type === "rejected") error = state.error;
    else if (state.type === "fulfilled" && !isModule) error = vm.call("showValue", state.value).error;
  }
  if (error) vm.call("showError", error);
};
