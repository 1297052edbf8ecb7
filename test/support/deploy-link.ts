/** The variables that Vercel asks for before it deploys. */
const asked = ["OPENAI_API_KEY", "CODE"];

const description = "An OpenAI key, and the access codes of its users. All other variables can be set later.";

/** Placeholder for an unknown address. */
const unknownRepository = "YOUR-REPOSITORY";

/** The part of package.json that the link needs. */
interface Package {
  readonly name: string;
  readonly repository?: string | { readonly url: string };
}

/** Returns the web address of the repository in package.json; undefined if there is none. */
export function repositoryAddress({ repository = "" }: Package): string | undefined {
  const named = typeof repository === "string" ? repository : repository.url;
  const [, host = "github", path] = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(named) ?? [];
  if (path) return `https://${host}.${host === "bitbucket" ? "org" : "com"}/${path}`;
  const [, address] = /^(?:git\+)?(?:https?|ssh|git):\/\/(?:git@)?(.+?)(?:\.git)?\/?$/.exec(named) ?? [];
  return address && `https://${address}`;
}

/** Returns the link that deploys a copy of the repository on Vercel. */
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

/** Returns the README's line: the link, or a pointer to the operator guide if the repository is unknown. */
export function deployLine(project: Package): string {
  if (repositoryAddress(project)) return `[Deploy with Vercel](${deployLink(project)})`;
  return "The [operator guide](docs/operator-guide.md#vercel) has a link that deploys a copy on Vercel.";
}

/** Returns the operator guide's part: the link and how to complete it. */
export function deployPart(project: Package): string {
  const isKnown = repositoryAddress(project) !== undefined;
  return `\`\`\`
${deployLink(project)}
\`\`\`

${
  isKnown
    ? "To deploy your own copy, set `repository` in `package.json` to its address and run `npm run docs`."
    : `Replace \`${unknownRepository}\` with the address of your copy of the repository, such as
\`https://github.com/you/parley\`. If you set \`repository\` in \`package.json\`, \`npm run docs\` writes the complete link here
and into the README.`
}`;
}
