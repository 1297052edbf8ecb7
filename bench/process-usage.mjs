import { execFileSync } from "node:child_process";

/** Number of seconds in each part of a time, from the last: seconds, minutes, hours, days. */
const secondsOfParts = [1, 60, 3600, 86_400];

/** Returns the memory of a process and its descendants in megabytes, and their processor time in seconds. */
export function usageOf(pid) {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss=,time="], { encoding: "utf8" });
  const processes = table.match(/\S.*/g).map((row) => row.split(/\s+/));
  const family = new Set([String(pid)]);
  // Iterating over a set includes members that are added meanwhile.
  for (const member of family) {
    for (const [child, parent] of processes) if (parent === member) family.add(child);
  }
  const usage = { megabytes: 0, cpuSeconds: 0 };
  for (const [member, , kilobytes, time] of processes) {
    if (!family.has(member)) continue;
    usage.megabytes += Number(kilobytes) / 1024;
    const parts = time.split(/[-:]/).toReversed();
    usage.cpuSeconds += parts.reduce((sum, part, place) => sum + Number(part) * secondsOfParts[place], 0);
  }
  return usage;
}
