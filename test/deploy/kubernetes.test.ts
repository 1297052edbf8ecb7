import { readFileSync } from "node:fs";
import { parse } from "yaml";

const folder = "deploy/kubernetes";
const read = (file: string) => parse(readFileSync(`${folder}/${file}`, "utf8"));
const { spec } = read("deployment.yaml").spec.template;
const [container] = spec.containers;
const dockerfile = readFileSync("Dockerfile", "utf8");

test("the base has its files, and each selects the same pods", () => {
  const { resources, images } = read("kustomization.yaml");
  expect(resources).toEqual(["deployment.yaml", "service.yaml", "disruption-budget.yaml"]);
  expect(images.map(({ name }: { name: string }) => name)).toEqual([container.image]);
  const labels = { "app.kubernetes.io/name": "parley" };
  expect(read("deployment.yaml").spec.selector.matchLabels).toEqual(labels);
  expect(read("deployment.yaml").spec.template.metadata.labels).toEqual(labels);
  expect(read("service.yaml").spec.selector).toEqual(labels);
  expect(read("disruption-budget.yaml").spec.selector.matchLabels).toEqual(labels);
});

test("the pod runs the image as it is built: its user, its port, no writable files @P11.4", () => {
  const { runAsUser, runAsGroup, runAsNonRoot } = spec.securityContext;
  expect(dockerfile).toContain(`USER ${runAsUser}:${runAsGroup}\nEXPOSE ${container.ports[0].containerPort}\n`);
  expect([runAsNonRoot, container.securityContext]).toEqual([
    true,
    { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
  ]);
});

test("probes ask the routes for probes, and a stopped pod has time for its replies", () => {
  const { startupProbe, livenessProbe, readinessProbe, lifecycle } = container;
  expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet)).toEqual([
    { path: "/api/health", port: "http" },
    { path: "/api/health", port: "http" },
    { path: "/api/ready", port: "http" },
  ]);
  // The timeout of scripts/request-guard.mjs.
  expect(spec.terminationGracePeriodSeconds - lifecycle.preStop.sleep.seconds).toBeGreaterThanOrEqual(65);
});

test("keys and codes come from a secret and are not in the files", () => {
  expect(container.env).toBeUndefined();
  expect(container.envFrom).toEqual([
    { configMapRef: { name: "parley" } },
    { secretRef: { name: "parley", optional: true } },
  ]);
});
