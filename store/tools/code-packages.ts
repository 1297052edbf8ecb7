import { isRecord, parseJson, recordOf } from "@/lib/json";
import { basePath } from "@/lib/platform/build-info";
import { useAccess } from "@/store/settings/access";

/** Packages that code can import besides the standard library. */
export interface CodePackages {
  /** The list of packages in the engine's format; empty if the engine has none. */
  readonly list: string;
  /** Returns a file of the list; undefined for other names, and if it cannot be loaded. */
  fetchFile(name: string, signal: AbortSignal): Promise<ArrayBuffer | undefined>;
}

/** The packages of an engine without any. */
export const noPackages: CodePackages = { list: "", fetchFile: async () => undefined };

/** The name of Pyodide's list of packages. */
const listName = "pyodide-lock.json";

/**
 * Returns the Python packages that the operator serves (`PYODIDE_PACKAGES_URL`). If there are none, or if their list cannot
 * be loaded, code has the standard library only.
 */
export async function loadPythonPackages(signal: AbortSignal): Promise<CodePackages> {
  const folder = packagesFolder(useAccess.getState().flags?.pyodidePackagesUrl ?? "");
  try {
    if (folder) return packagesOf(folder, await (await fetchFile(new URL(listName, folder), signal)).text());
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    console.warn("Could not load the list of Python packages", thrown);
  }
  const own = parseJson(await (await fetchFile(`${basePath}/run/pyodide/${listName}`, signal)).text());
  return { ...noPackages, list: JSON.stringify({ ...recordOf(own), packages: {} }) };
}

/** Returns the folder of an operator's URL or path. */
function packagesFolder(address: string): URL | undefined {
  if (address === "" || !URL.canParse(address, location.href)) return undefined;
  const folder = new URL(address.endsWith("/") ? address : `${address}/`, location.href);
  return /^https?:$/.test(folder.protocol) ? folder : undefined;
}

/** Serves only the files that the list names, from its folder. */
function packagesOf(folder: URL, list: string): CodePackages {
  const packages = Object.values(recordOf(recordOf(parseJson(list)).packages));
  const names = new Set(packages.map((each) => (isRecord(each) ? each.file_name : undefined)));
  return {
    list,
    async fetchFile(name, signal) {
      const url = URL.canParse(name, folder) ? new URL(name, folder) : undefined;
      if (!names.has(name) || !url?.href.startsWith(folder.href)) return undefined;
      try {
        return await (await fetchFile(url, signal)).arrayBuffer();
      } catch (thrown) {
        console.warn("Could not load a Python package", thrown);
        return undefined;
      }
    },
  };
}

/** Fetches a file without cookies for other sites. Throws unless the server has it. */
export async function fetchFile(url: string | URL, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}
