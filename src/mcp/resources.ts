/**
 * The resources of MCP: resources/list, resources/read and their templates. Input: the URI of a file, of a shipped
 * query or skill, or of the workspace; output: its text, in parts if it is long.
 */
import { fileURLToPath, pathToFileURL } from "node:url";
import { UserError } from "../base/errors.ts";
import { resourcesPerPage } from "../base/limits.ts";
import { namesIn } from "../base/list-folder.ts";
import type { Project } from "../engine/project.ts";
import { queryOf } from "../syntax/queries.ts";
import type { Params } from "./message.ts";
import { pageOf, refuseCursor } from "./pages.ts";
import { invalidParams, RpcError, rpcCodes } from "./rpc-error.ts";
import { skillContent, skillResources, skillScheme } from "./skills.ts";
import { type Content, partsOf, placeOf } from "./text-part.ts";
import { viewContent, viewScheme } from "./views.ts";
import { type WorkspaceContext, workspaceResources } from "./workspace-resources.ts";

/** URI templates, whose arguments have completions. */
export const fileTemplate = "file:///{path}";
export const queryTemplate = "queries://{language}/{name}";

const queryMimeType = "text/x-scheme";

/** Returns the result of resources/list: the workspace's own resources, the skills and queries, then the files. */
export async function listResources({ cursor }: Params, { engine, signal }: WorkspaceContext): Promise<Params> {
  const { project } = engine;
  const own = workspaceResources.map(({ uri, name, title, description }) => ({
    uri,
    name,
    title,
    description,
    mimeType: "application/json",
  }));
  const files = (await project.files(signal)).map(({ path, mimeType }) => ({
    uri: pathToFileURL(path).href,
    name: project.nameOf(path),
    mimeType,
  }));
  const uriOf = ({ uri }: { readonly uri: string }) => uri;
  const sorted = files.sort((a, b) => (a.uri < b.uri ? -1 : 1));
  const page = pageOf(cursor, resourcesPerPage, uriOf, [...own, ...skillResources(), ...queriesOf(project)], sorted);
  const { items: resources, ...next } = page;
  return { resources, ...next };
}

/** Returns the result of resources/templates/list. */
export function listTemplates({ cursor }: Params): Params {
  refuseCursor(cursor);
  return {
    resourceTemplates: [
      {
        uriTemplate: fileTemplate,
        name: "file",
        title: "Source file",
        description: "The text of a source file, by its absolute path below the server's roots",
      },
      {
        uriTemplate: queryTemplate,
        name: "query",
        title: "Shipped query",
        description: "A tree-sitter query that the server works with: an example for execute_query",
        mimeType: queryMimeType,
      },
    ],
  };
}

/**
 * Returns the result of resources/read: a text that is longer than the limit of an answer comes in parts.
 *
 * @throws RpcError when there is no such resource
 */
export async function readResource({ uri }: Params, context: WorkspaceContext): Promise<Params> {
  if (typeof uri !== "string") throw invalidParams("uri must be a string");
  const { base, offset } = placeOf(uri);
  const { text, mimeType } = await contentOf(base, context);
  if (offset > text.length) return notFound(uri, `The text has ${text.length} characters.`);
  return { contents: partsOf([{ uri, mimeType, text }], context.engine.maxCharsOf({})) };
}

async function contentOf(uri: string, context: WorkspaceContext): Promise<Content> {
  const own = workspaceResources.find((resource) => resource.uri === uri);
  if (own !== undefined) return { text: await own.text(context), mimeType: "application/json" };
  const { project } = context.engine;
  if (uri.startsWith(skillScheme)) return skillContent(uri) ?? notFound(uri);
  if (uri.startsWith(viewScheme)) return viewContent(uri) ?? notFound(uri);
  if (uri.startsWith("queries://")) return queryContent(uri, project);
  return fileContent(uri, project, context.signal);
}

/** Reads a file by its URI. */
export async function fileContent(uri: string, project: Project, signal: AbortSignal): Promise<Content> {
  const path = pathOf(uri);
  if (path === undefined) return notFound(uri);
  try {
    return await project.read(path, signal);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return notFound(uri, String(error.details.details ?? error.message));
  }
}

/** Returns the path of a file's URI; undefined for another URI. Clients that fill in the template encode slashes. */
export function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri.replace(/%2f/gi, "/"));
  } catch {
    return undefined;
  }
}

/** Returns the names of the queries in a language folder: `tags`, `imports`, … */
export function queryNamesOf({ dir }: { readonly dir: string }): readonly string[] {
  return namesIn(dir)
    .filter((file) => file.endsWith(".scm"))
    .map((file) => file.slice(0, -".scm".length));
}

function queriesOf({ languages }: Project) {
  return languages.flatMap((language) =>
    queryNamesOf(language).map((name) => ({
      uri: `queries://${language.name}/${name}`,
      name: `${language.name}/${name}.scm`,
      title: `${language.title}: ${name}`,
      mimeType: queryMimeType,
    })),
  );
}

/** Reads a shipped query by its URI. */
export function queryContent(uri: string, { languages }: Project): Content {
  const [, languageName, name] = /^queries:\/\/([^/]+)\/([^/]+)$/.exec(uri) ?? [];
  const language = languages.find((known) => known.name === languageName);
  if (language === undefined || name === undefined || !queryNamesOf(language).includes(name)) return notFound(uri);
  try {
    const text = queryOf(language, `${name}.scm`);
    return text === undefined ? notFound(uri) : { text, mimeType: queryMimeType };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return notFound(uri, error.message);
  }
}

function notFound(uri: string, details?: string): never {
  const data = details === undefined ? { uri } : { uri, details };
  throw new RpcError(rpcCodes.resourceNotFound, `Resource not found: ${uri}`, data);
}
