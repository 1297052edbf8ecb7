import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// Loaded into an app by NODE_OPTIONS: at SIGUSR2 it throws away what nothing holds, and its log says how many megabytes
// are held.
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
process.on("SIGUSR2", () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  console.info(`Holds ${Math.round((heapUsed + external) / 2 ** 20)} MB.`);
});
