import { newestFirst } from "@/lib/chat/mask-list";
import { withPrompt } from "@/lib/chat/prompt-document";
import { readPrompts } from "@/lib/chat/prompts";
import { contentId } from "@/lib/import/content-id";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { basePath } from "@/lib/platform/build-info";
import { readSiteDefaults, type SiteLibrary } from "@/lib/settings/site-defaults";
import { catalogue } from "@/lib/storage/catalogue";
import { readMcpConfiguration } from "@/lib/tools/mcp/read-configuration";
import type { McpServer } from "@/lib/tools/mcp/server";
import { emptyPlugin, type Plugin } from "@/lib/tools/plugin";
import { readMasks } from "@/store/data/mask-files";
import { useMasks } from "@/store/library/masks";
import { usePrompts } from "@/store/library/prompts";
import { rememberSiteItems } from "@/store/sync/site-values";
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

/** Times of creation, from the first to the last: they preserve the order, because lists are sorted newest first. */
function timeAt(index: number, length: number): number {
  // Equal on all devices, and older than every change of the user, so that a sync prefers the change.
  return length - index;
}

async function addMasks(given: NonNullable<SiteLibrary["masks"]>): Promise<void> {
  await useMasks.whenRead();
  const { own, deleted } = useMasks.getState();
  const known = new Set([...own.map(({ id }) => id), ...Object.keys(deleted)]);
  const added = readMasks(given)
    .map((mask, index, all) => ({ ...mask, createdAt: timeAt(index, all.length) }))
    .filter(({ id }) => !known.has(id));
  rememberSiteItems(catalogue.masks.key, "masks", added);
  useMasks.setState({ own: newestFirst([...own, ...added]) });
}

async function addPrompts(given: NonNullable<SiteLibrary["prompts"]>): Promise<void> {
  await usePrompts.whenRead();
  const { document: former } = usePrompts.getState();
  const all = given.map(({ title, content }, index) => {
    const createdAt = timeAt(index, given.length);
    return { isUser: true, id: `site:${contentId(title, content)}`, title, content, createdAt };
  });
  const added = all.filter(({ id }) => !Object.hasOwn(former.prompts, id) && !Object.hasOwn(former.deleted, id));
  const document = added.reduce((next, prompt) => withPrompt(next, prompt, former.lastUpdateTime), former);
  rememberSiteItems(catalogue.prompts.key, "prompts", added);
  usePrompts.setState({ document, own: readPrompts(document.prompts) });
}

async function addPlugins(given: NonNullable<SiteLibrary["plugins"]>): Promise<void> {
  await usePlugins.whenRead();
  const { own } = usePlugins.getState();
  const all = given.map(({ title, document }, index): Plugin => {
    const content = typeof document === "string" ? document : JSON.stringify(document, null, 2);
    const id = `site-${contentId(title, content)}`;
    return { ...emptyPlugin({ id, now: timeAt(index, given.length) }), title, content };
  });
  const added = all.filter(({ id }) => !own.some((plugin) => plugin.id === id));
  rememberSiteItems(catalogue.plugins.key, "plugins", added);
  usePlugins.setState({ own: [...own, ...added].toSorted((one, other) => other.createdAt - one.createdAt) });
}

async function addMcpServers(mcpServers: NonNullable<SiteLibrary["mcpServers"]>): Promise<void> {
  await useMcp.whenRead();
  const { servers = [], leftOut = [] } = readMcpConfiguration(JSON.stringify({ mcpServers })) ?? {};
  for (const name of leftOut) console.error(`defaults.json: mcpServers.${name} has no usable address.`);
  const known = useMcp.getState().servers;
  const all = servers.map((server, index): McpServer => {
    const id = `site-${contentId(server.name, server.url)}`;
    const createdAt = timeAt(index, servers.length);
    return { ...server, id, createdAt, headersHost: new URL(server.url).host, isOn: true };
  });
  const added = all.filter(({ id }) => !known.some((server) => server.id === id));
  rememberSiteItems(catalogue.mcp.key, "servers", added);
  useMcp.setState({ servers: [...known, ...added] });
}
