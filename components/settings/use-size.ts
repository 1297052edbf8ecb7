import { useFormatter } from "use-intl";

/** Returns a function that formats an amount of data in a suitable unit. */
export function useSize(): (bytes: number) => string {
  const format = useFormatter();
  return (bytes) => {
    const unit = bytes < 1e6 ? "kilobyte" : bytes < 1e9 ? "megabyte" : "gigabyte";
    const amount = bytes / { kilobyte: 1e3, megabyte: 1e6, gigabyte: 1e9 }[unit];
    return format.number(amount, { style: "unit", unit, maximumFractionDigits: amount < 100 ? 1 : 0 });
  };
}
