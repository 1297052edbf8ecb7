/** What Vercel asks for before it deploys: the rest can be set later. */
const asked = ["OPENAI_API_KEY", "CODE"];

const description = "A key for OpenAI, and the access codes of those who may use it. All else is set later.";

/** Stands in a link in the place of the address that is not known. */
const unknownRepository = "YOUR-REPOSITORY";

/** What package.json says of a project, in the forms that npm takes. */
interface Package {
  readonly name: string;
  readonly repository?: string | { readonly url: string };
}

/** Returns the address at which people look at the repository that package.json names; none where it names none. */
export function repositoryAddress({ repository = "" }: Package): string | undefined {
  const named = typeof repository === "string" ? repository : repository.url;
  const [, host = "github", path] = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(named) ?? [];
  if (path) return `https://${host}.${host === "bitbucket" ? "org" : "com"}/${path}`;
  const [, address] = /^(?:git\+)?(?:https?|ssh|git):\/\/(?:git@)?(.+?)(?:\.git)?\/?$/.exec(named) ?? [];
  return address && `https://${address}`;
}

/** Returns the link that deploys a copy of the repository at Vercel at a press. */
export function deployLink(project: Package): string {
  const address = repositoryAddress(project);
  const parameters = {
    "repository-url": encodeURIComponent(address ?? unknownRepository),
    env: asked.join(),
    envDescription: encodeURIComponent(description),
    ...(address && { envLink: encodeURIComponent(`${address}/blob/HEAD/docs/operator-guide.md#all-variables`) }),
    "project-name": project.name,
    "repository-name": project.name,
  };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  return `https://vercel.com/new/clone?${query.join("&")}`;
}

/** Returns what the README says of the link: itself, or where it stands to be completed. */
export function deployLine(project: Package): string {
  if (repositoryAddress(project)) return `[Deploy with Vercel](${deployLink(project)})`;
  return "A link that deploys it at Vercel at a press stands in the [operator guide](docs/operator-guide.md#vercel).";
}

/** Returns what the operator guide says of it. */
export function deployPart(project: Package): string {
  const isKnown = repositoryAddress(project) !== undefined;
  return `\`\`\`
${deployLink(project)}
\`\`\`

${
  isKnown
    ? "For a copy of your own, name its address as `repository` in `package.json` and run `npm run docs`."
    : `In place of \`${unknownRepository}\` stands the address of your copy of the repository, such as
\`https://github.com/you/parley\`. Once \`repository\` in \`package.json\` names it, \`npm run docs\` writes the whole link here
and into the README.`
}`;
}
