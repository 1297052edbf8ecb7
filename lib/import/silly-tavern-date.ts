const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const spelled = /^([A-Z][a-z]{2})[a-z]* (\d{1,2}), (\d{4}) (\d{1,2}:\d{2}) ?([ap]m)$/i;
const stamped = /^(\d{4}-\d{1,2}-\d{1,2}) ?@(\d{1,2})h ?(\d{1,2})m ?(?:(\d{1,2})s)?/;

/** Converts SillyTavern's dates (`January 1, 2024 10:00am`, `2024-01-01@10h00m00s`) to a more common format. */
export function sillyTavernDate(value: unknown): string | number | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string") return undefined;
  const word = spelled.exec(value);
  if (word) {
    const [, month = "", day, year, clock, half] = word;
    return `${year}-${months.indexOf(month.toLowerCase()) + 1}-${day} ${clock} ${half}`;
  }
  const stamp = stamped.exec(value);
  if (!stamp) return value;
  const [, day, hour, minute = "", second = "0"] = stamp;
  return `${day} ${hour}:${minute.padStart(2, "0")}:${second.padStart(2, "0")}`;
}
