import { newestFirst } from "@/lib/chat/mask-list";
import { withPrompt } from "@/lib/chat/prompt-document";
import { readPrompts } from "@/lib/chat/prompts";
import { contentId } from "@/lib/import/content-id";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { basePath } from "@/lib/platform/build-info";
import { readSiteDefaults, type SiteLibrary } from "@/lib/settings/site-defaults";
import { readMcpConfiguration } from "@/lib/tools/mcp/read-configuration";
import { readMasks } from "@/store/data/mask-files";
import { useMasks } from "@/store/library/masks";
import { usePrompts } from "@/store/library/prompts";
import { useMcp } from "@/store/tools/mcp";
import { usePlugins } from "@/store/tools/plugins";

/** Time after which the request of `defaults.json` ends, in milliseconds. */
const requestMs = 60_000;

/**
 * Adds the operator's masks, prompts, plugins and MCP servers. Their ids follow from their contents, so a second device
 * that syncs does not get them twice. Throws if they cannot be loaded or stored.
 */
export async function addSiteLibrary(env = browserEnvironment): Promise<void> {
  const response = await env.fetch(`${basePath}/defaults.json`, { signal: AbortSignal.timeout(requestMs) });
  if (response.status === 404) return;
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const read = readSiteDefaults(await response.json());
  for (const problem of read.problems) console.error(`defaults.json: ${problem}.`);
  if (!("library" in read)) return;
  const { masks, prompts, plugins, mcpServers } = read.library;
  await Promise.all([
    masks && addMasks(masks),
    prompts && addPrompts(prompts),
    plugins && addPlugins(plugins),
    mcpServers && addMcpServers(mcpServers),
  ]);
}

async function addMasks(given: NonNullable<SiteLibrary["masks"]>): Promise<void> {
  await useMasks.whenRead();
  const { own, deleted } = useMasks.getState();
  const known = new Set([...own.map(({ id }) => id), ...Object.keys(deleted)]);
  const now = browserEnvironment.now();
  const added = readMasks(given)
    .filter(({ id }) => !known.has(id))
    // Descending times preserve the order, because the list is sorted newest first.
    .map((mask, index) => ({ ...mask, createdAt: now - index }));
  useMasks.setState({ own: newestFirst([...own, ...added]), lastUpdateTime: now });
}

async function addPrompts(given: NonNullable<SiteLibrary["prompts"]>): Promise<void> {
  await usePrompts.whenRead();
  const now = browserEnvironment.now();
  for (const [index, { title, content }] of given.entries()) {
    const { document } = usePrompts.getState();
    const id = `site:${contentId(title, content)}`;
    if (Object.hasOwn(document.prompts, id)) continue;
    const next = withPrompt(document, { id, title, content, createdAt: now - index }, now);
    usePrompts.setState({ document: next, own: readPrompts(next.prompts) });
  }
}

async function addPlugins(given: NonNullable<SiteLibrary["plugins"]>): Promise<void> {
  await usePlugins.whenRead();
  const { own, draft, put } = usePlugins.getState();
  for (const { title, document } of given) {
    const content = typeof document === "string" ? document : JSON.stringify(document, null, 2);
    const id = `site-${contentId(title, content)}`;
    if (!own.some((plugin) => plugin.id === id)) put({ ...draft(), id, title, content });
  }
}

async function addMcpServers(mcpServers: NonNullable<SiteLibrary["mcpServers"]>): Promise<void> {
  await useMcp.whenRead();
  const { servers = [], leftOut = [] } = readMcpConfiguration(JSON.stringify({ mcpServers })) ?? {};
  for (const name of leftOut) console.error(`defaults.json: mcpServers.${name} has no usable address.`);
  for (const server of servers) {
    const known = useMcp.getState().servers;
    const id = `site-${contentId(server.name, server.url)}`;
    if (known.some((each) => each.id === id)) continue;
    const headersHost = new URL(server.url).host;
    const added = { ...server, id, createdAt: browserEnvironment.now(), headersHost, isOn: true };
    useMcp.setState({ servers: [added, ...known] });
  }
}
