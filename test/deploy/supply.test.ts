import { readFileSync } from "node:fs";

interface Package {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: true;
  readonly link?: true;
  readonly inBundle?: true;
}

const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const { dependencies, devDependencies, allowScripts } = read("package.json");
const packages = Object.entries<Package>(read("package-lock.json").packages).filter(([path]) => path !== "");

test("every dependency has an exact version, except types that follow their subject @P11.1", () => {
  const loose = Object.entries<string>({ ...dependencies, ...devDependencies }).filter(
    ([name, version]) => !/^\d+\.\d+\.\d+$/.test(version) && !(name.startsWith("@types/") && /^\d+$/.test(version)),
  );
  expect(loose).toEqual([]);
});

test("every package comes from the registry, and has an integrity hash @P11.1", () => {
  // Without an address a package comes from the registry, whichever one the machine uses.
  const odd = packages.filter(
    ([, { link, inBundle, resolved, integrity }]) =>
      !(link || inBundle || (resolved === undefined && integrity?.startsWith("sha512-"))),
  );
  expect(odd.map(([path]) => path)).toEqual([]);
});

test("no install script runs that was not reviewed @P11.1", () => {
  const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = new Set(scripted.map(([path]) => path.replace(/^.*node_modules\//, "")));
  expect([...names].filter((name) => !(name in allowScripts))).toEqual([]);
});
