/**
 * The settings of a run with their precedence: flag, environment, the project's file, the user's file, default. Input:
 * what these four say; output: one value for each setting, with its source for workspace://config.
 */
import { dirname, resolve } from "node:path";
import { UserError } from "../base/errors.ts";
import { readAheadMs } from "../base/limits.ts";
import { isLogged, type LogLevel } from "../base/log.ts";
import { packageVersion } from "../base/package.ts";
import { logLevelKind, parseSetting, readVariable, toolVariable, type Variable, variables } from "../cli/variables.ts";
import type { Configurations } from "./configuration.ts";
import type { Configuration, LimitKey } from "./configuration-file.ts";
import { boundFound, defaultLimits } from "./found-configuration.ts";
import { unknown } from "./unknown-name.ts";

/** A value and its source. */
type Setting<Value> = { readonly value: Value; readonly source: keyof Sources<Value> | "default" };

/** The sources of a value, the strongest first: the project's file comes before the user's own. */
type Sources<Value> = {
  readonly flag?: Value | undefined;
  readonly environment?: Value | undefined;
  readonly file?: Value | undefined;
  readonly user?: Value | undefined;
};

/** The settings from flags, the environment and the files codegrove.json. */
export type Settings = {
  readonly logLevel: LogLevel;
  readonly maxFileBytes: number;
  readonly requestTimeoutMs: number;
  /** True when a source has set the time. */
  readonly isTimeoutSet: boolean;
  /** Milliseconds after which a first call over the index is answered; 0 for no such limit, undefined if nothing sets it. */
  readonly answerWithinMs: number | undefined;
  /** Milliseconds for which a server reads ahead of the first call; 0 for not at all. */
  readonly readAheadMs: number;
  readonly maxConcurrentRequests: number;
  /** Milliseconds after which an idle session over HTTP is closed. */
  readonly sessionTimeoutMs: number;
  /** Characters of one batch answer, 0 for no limit. */
  readonly maxResultChars: number;
  /** True when a source has set the limit. */
  readonly isResultLimitSet: boolean;
  /** True if calls may edit files of the workspace. */
  readonly allowsEdits: boolean;
  /** True if the characters of answers are counted. */
  readonly countsAnswers: boolean;
  readonly usesCache: boolean;
  /** The absolute path; undefined for the user's folder. */
  readonly cacheFolder: string | undefined;
  readonly roots: readonly string[];
  readonly languageDirs: readonly string[];
  readonly lintDirs: readonly string[];
  /** Names of languages that tools with default patterns also search folders for. */
  readonly scanLanguages: readonly string[];
  /** Extension → name of the language of its files. */
  readonly extensions: Readonly<Record<string, string>>;
  /** The keys of settings that come from a found configuration. */
  readonly foundKeys: ReadonlySet<"extensions" | "scan_languages">;
  /** Lines as in a .gitignore of the folder; undefined when nothing sets them. */
  readonly ignore: { readonly folder: string; readonly lines: readonly string[] } | undefined;
  /** Macros of the project by their roles. */
  readonly macros: Configuration["macros"];
  /** The warnings about a found file; none below their log level. */
  readonly warnings: readonly string[];
  /** The names of the tools that are served. */
  readonly tools: ReadonlySet<string>;
  /** The commands of the project that may be run, and the folder in which they run. */
  readonly commands: { readonly folder: string; readonly commands: Configuration["commands"] };
  /** The token of clients over HTTP; undefined when the server makes one. */
  readonly token: string | undefined;
  readonly serverName: string;
  readonly serverVersion: string;
  /** The settings with their sources: the text of workspace://config. */
  readonly inForce: Readonly<Record<string, unknown>>;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The flags of settings; undefined and an empty list mean that the flag is not set. */
type Flags = {
  readonly logLevel: string | undefined;
  readonly roots: readonly string[];
  readonly languageDirs: readonly string[];
  readonly lintDirs: readonly string[];
  readonly scanLanguages: readonly string[] | undefined;
  readonly tools: readonly string[] | undefined;
  readonly maxResultChars: number | undefined;
  readonly usesCache: boolean | undefined;
  readonly cacheFolder: string | undefined;
  /** True when commands of a found file may be run. */
  readonly allowsCommands: boolean;
  /** Undefined without the flag. */
  readonly allowsEdits: boolean | undefined;
};

/**
 * Reads the settings. A flag comes before the environment, then the project's file if it may set this, the user's own
 * file, and the default.
 *
 * @throws UserError with the flag or the variable and the values that it takes
 */
export function readSettings(
  flags: Flags,
  env: Environment,
  { project, file: projectFile, isNamed, problems: ignored, user }: Configurations,
  cwd: string,
  toolNames: readonly string[],
): Settings {
  const {
    counts: file,
    leftOut,
    problems,
  } = project === undefined || isNamed
    ? { counts: project, leftOut: [], problems: [] }
    : boundFound(
        project,
        user,
        flags.allowsCommands,
        // Without commands it is not served.
        toolNames.filter((name) => name !== "run_project_command"),
      );
  const warnings = projectFile === undefined ? [] : warningsOf(projectFile, [...ignored, ...problems], leftOut);
  const levels: Sources<LogLevel> = {
    flag: flags.logLevel === undefined ? undefined : parseSetting("--log-level", logLevelKind, flags.logLevel),
    environment: readVariable(variables.logLevel, env),
    user: user?.log_level,
  };
  const logLevel = first({ ...levels, file: file?.log_level }, "info");
  const limit = (key: LimitKey, variable: Variable<number>, flag?: number) =>
    first(
      { flag, environment: readVariable(variable, env), file: file?.limits[key], user: user?.limits[key] },
      defaultLimits[key],
    );
  const limits: Readonly<Record<LimitKey, Setting<number>>> = {
    max_file_size: limit("max_file_size", variables.maxFileSize),
    request_timeout: limit("request_timeout", variables.requestTimeout),
    max_concurrent_requests: limit("max_concurrent_requests", variables.maxConcurrentRequests),
    session_timeout: limit("session_timeout", variables.sessionTimeout),
    max_result_chars: limit("max_result_chars", variables.maxResultChars, flags.maxResultChars),
  };
  // Flags and variables are refused when they are read, and limits of a found file are raised.
  const answerChars = String(limits.max_result_chars.value);
  parseSetting("limits.max_result_chars", variables.maxResultChars.kind, answerChars);
  const cache = first(
    {
      flag: flags.usesCache,
      environment: readVariable(variables.cache, env),
      file: file?.cache,
      user: user?.cache,
    },
    true,
  );
  const allowEdits = first(
    {
      flag: flags.allowsEdits,
      environment: readVariable(variables.allowEdits, env),
      file: file?.allow_edits,
      user: user?.allow_edits,
    },
    false,
  );
  const stats = first({ environment: readVariable(variables.stats, env), file: file?.stats, user: user?.stats }, false);
  const cacheVariable = readVariable(variables.cacheFolder, env);
  const cacheDir = first<string | null>(
    {
      flag: flags.cacheFolder === undefined ? undefined : resolve(cwd, flags.cacheFolder),
      environment: cacheVariable === undefined ? undefined : resolve(cwd, cacheVariable),
      file: file?.cache_dir,
      user: user?.cache_dir,
    },
    null,
  );
  const roots = first({ flag: entries(flags.roots), file: file?.roots, user: user?.roots }, []);
  const languages = first({ flag: entries(flags.languageDirs), file: file?.languages, user: user?.languages }, []);
  const lintRules = first({ flag: entries(flags.lintDirs), file: file?.lint_rules, user: user?.lint_rules }, []);
  const scanLanguages = first(
    {
      flag: flags.scanLanguages,
      environment: readVariable(variables.scanLanguages, env),
      file: file?.scan_languages,
      user: user?.scan_languages,
    },
    [],
  );
  const extensions = first<Readonly<Record<string, string>>>({ file: file?.extensions, user: user?.extensions }, {});
  const ignore = first({ file: file?.ignore, user: user?.ignore }, []);
  const macros = first({ file: macrosOf(file), user: macrosOf(user) }, {});
  const commands = first({ file: commandsOf(file), user: commandsOf(user) }, {});
  const tools = toolsOf(flags.tools, env, file?.tools ?? {}, user?.tools ?? {}, toolNames);
  // The log level of a found file does not suppress the warning about this file.
  const logsWarnings = isLogged("warn", first(levels, "info").value);
  return {
    logLevel: logLevel.value,
    maxFileBytes: limits.max_file_size.value,
    requestTimeoutMs: limits.request_timeout.value,
    answerWithinMs: readVariable(variables.answerWithin, env),
    readAheadMs: readVariable(variables.readAhead, env) ?? readAheadMs,
    isTimeoutSet: limits.request_timeout.source !== "default",
    maxConcurrentRequests: limits.max_concurrent_requests.value,
    sessionTimeoutMs: limits.session_timeout.value,
    maxResultChars: limits.max_result_chars.value,
    isResultLimitSet: limits.max_result_chars.source !== "default",
    allowsEdits: allowEdits.value,
    countsAnswers: stats.value,
    usesCache: cache.value,
    cacheFolder: cacheDir.value ?? undefined,
    roots: roots.value,
    languageDirs: languages.value,
    lintDirs: lintRules.value,
    scanLanguages: scanLanguages.value,
    extensions: extensions.value,
    foundKeys: isNamed ? new Set() : foundAmong({ extensions, scan_languages: scanLanguages }),
    ignore:
      ignore.source === "default"
        ? undefined
        : { folder: ignore.source === "file" && file !== undefined ? dirname(file.file) : cwd, lines: ignore.value },
    macros: macros.value,
    warnings: logsWarnings ? warnings : [],
    commands: {
      folder: commands.source === "file" && file !== undefined ? dirname(file.file) : cwd,
      commands: commands.value,
    },
    tools: new Set(toolNames.filter((name) => tools[name]?.value === true)),
    token: readVariable(variables.token, env),
    serverName: readVariable(variables.serverName, env) ?? "codegrove",
    serverVersion: readVariable(variables.serverVersion, env) ?? packageVersion(),
    inForce: {
      file: project?.file ?? null,
      user_file: user?.file ?? null,
      left_out: leftOut,
      warnings,
      roots,
      allow_edits: allowEdits,
      ignore,
      languages,
      lint_rules: lintRules,
      scan_languages: scanLanguages,
      extensions,
      macros,
      commands,
      tools,
      limits,
      cache,
      cache_dir: cacheDir,
      stats,
      log_level: logLevel,
    },
  };
}

/** Problems of a found file that a warning names. It counts the others. */
const maxNamedProblems = 5;

/**
 * @param problems parts of a found file that are ignored, each with the reason
 * @param leftOut its keys that do not count
 */
function warningsOf(file: string, problems: readonly string[], leftOut: readonly string[]): readonly string[] {
  const where = `${file} was found in the working folder`;
  const named = problems.slice(0, maxNamedProblems).join("; ");
  const more = problems.length > maxNamedProblems ? `; and ${problems.length - maxNamedProblems} more` : "";
  return [
    ...(problems.length === 0 ? [] : [`${where}, and what is wrong in it is ignored: ${named}${more}`]),
    ...(leftOut.length === 0 ? [] : [`${where}, where these keys do not count: ${leftOut.join(", ")}`]),
  ];
}

function first<Value>({ flag, environment, file, user }: Sources<Value>, fallback: Value): Setting<Value> {
  if (flag !== undefined) return { value: flag, source: "flag" };
  if (environment !== undefined) return { value: environment, source: "environment" };
  if (file !== undefined) return { value: file, source: "file" };
  if (user !== undefined) return { value: user, source: "user" };
  return { value: fallback, source: "default" };
}

/** The keys of settings that come from the project's file. */
function foundAmong<Key extends string>(settings: Readonly<Record<Key, Setting<unknown>>>): ReadonlySet<Key> {
  const keys = new Set<Key>();
  for (const key in settings) if (settings[key].source === "file") keys.add(key);
  return keys;
}

function macrosOf(configuration: Configuration | undefined): Configuration["macros"] | undefined {
  return configuration !== undefined && Object.keys(configuration.macros).length > 0 ? configuration.macros : undefined;
}

function commandsOf(configuration: Configuration | undefined): Configuration["commands"] | undefined {
  return configuration !== undefined && Object.keys(configuration.commands).length > 0
    ? configuration.commands
    : undefined;
}

function entries(list: readonly string[]): readonly string[] | undefined {
  return list.length > 0 ? list : undefined;
}

/**
 * Returns the switches of the tools: `--tools` lists the tools that are on, ENABLE_<TOOL> and the files set one each.
 */
function toolsOf(
  flag: readonly string[] | undefined,
  env: Environment,
  file: Readonly<Record<string, boolean>>,
  user: Readonly<Record<string, boolean>>,
  known: readonly string[],
): Readonly<Record<string, Setting<boolean>>> {
  for (const name of flag ?? []) {
    if (!known.includes(name)) throw new UserError(`--tools: ${unknown("tool", name, known)}`);
  }
  return Object.fromEntries(
    known.map((name) => {
      const environment = readVariable(toolVariable(name), env);
      return [name, first({ flag: flag?.includes(name), environment, file: file[name], user: user[name] }, true)];
    }),
  );
}
