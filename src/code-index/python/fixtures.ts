/**
 * The fixtures of pytest, in modules, classes, conftest.py and plugins (dependency injection). Input: a parameter of a
 * test or a fixture; output: the function whose result it is passed.
 */
import { dirname, join } from "node:path";
import { wordRecord } from "../../base/word-list.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { CodeIndex, Declaration, IndexedFile } from "../code-index.ts";
import type { Classes } from "./classes.ts";
import { parseExpression } from "./expressions.ts";
import type { Module } from "./modules.ts";
import type { Names } from "./names.ts";

/** Folders above a file whose conftest.py is looked at. */
const maxFolders = 60;

/** Modules that one `pytest_plugins` names. */
const maxPlugins = 50;

/** The types of the fixtures that pytest has itself. */
const typesOfPytest: Readonly<Record<string, string>> = {
  cache: "pytest.Cache",
  caplog: "pytest.LogCaptureFixture",
  monkeypatch: "pytest.MonkeyPatch",
  ...wordRecord("capsys capsysbinary capfd capfdbinary", "pytest.CaptureFixture"),
  pytestconfig: "pytest.Config",
  pytester: "pytest.Pytester",
  testdir: "pytest.Testdir",
  recwarn: "pytest.WarningsRecorder",
  request: "pytest.FixtureRequest",
  tmp_path: "pathlib.Path",
  tmp_path_factory: "pytest.TempPathFactory",
  tmpdir_factory: "pytest.TempdirFactory",
};

/** The place of a request for a fixture: by a function, or in a class or a module. */
type Asking = { readonly file: IndexedFile; readonly holder: Declaration | undefined };

export class Fixtures {
  readonly #index: CodeIndex;
  readonly #names: Names;
  readonly #classes: Classes;

  constructor(index: CodeIndex, names: Names, classes: Classes) {
    this.#index = index;
    this.#names = names;
    this.#classes = classes;
  }

  /** The fixture that a parameter is passed; undefined for one that gets none, or one from outside. */
  of(parameter: Declaration): Declaration | undefined {
    const { name, file, parent } = parameter;
    return isRequest(parameter) ? this.named(name, { file, holder: parent }) : undefined;
  }

  /** The class of the values of a fixture that pytest has itself and a parameter is passed; undefined for other parameters. */
  classFromOutside(parameter: Declaration): string | undefined {
    const { name } = parameter;
    if (!isRequest(parameter) || !Object.hasOwn(typesOfPytest, name)) return undefined;
    return this.of(parameter) === undefined ? typesOfPytest[name] : undefined;
  }

  /**
   * The fixture of a name that is visible at the request: in the classes around it and their bases, in the module, in
   * each conftest.py from its folder up, and in the modules that these name as plugins. What asks for its own name
   * means the next one.
   */
  named(name: string, { file, holder }: Asking): Declaration | undefined {
    const own = holder?.name === name && isFixture(holder) ? holder : undefined;
    let owner = holder?.kind === "class" ? holder : holder?.parent;
    for (; owner?.kind === "class"; owner = owner.parent) {
      const found = own?.parent === owner ? undefined : this.#ofClass(owner, name);
      if (found !== undefined) return found;
    }
    const isOfModule = own !== undefined && own.parent === undefined;
    for (const module of this.#modulesFrom(file)) {
      const found = isOfModule && module.file === file ? undefined : this.#ofModule(module, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #ofClass(owner: Declaration, name: string): Declaration | undefined {
    for (const ancestor of this.#classes.order(owner)) {
      if (ancestor.kind === "external") continue;
      const found = this.#names.scopesOf(ancestor.class.file).members(ancestor.class, name).findLast(isFixture);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #ofModule(module: Module, name: string): Declaration | undefined {
    const meaning = this.#names.inModule(module, name);
    const isKnown = meaning?.kind === "declarations" && meaning.isGuess !== true;
    return isKnown ? meaning.declarations.find(isFixture) : undefined;
  }

  /** The modules whose fixtures a file sees, the nearest first. */
  *#modulesFrom(file: IndexedFile): Generator<Module> {
    yield* this.#withPlugins(file);
    let folder = dirname(file.path);
    for (let level = 0; level < maxFolders; level++, folder = dirname(folder)) {
      const shared = this.#index.fileAt(join(folder, "conftest.py"));
      if (shared !== undefined && shared !== file) yield* this.#withPlugins(shared);
      if (this.#index.roots.includes(folder) || folder === dirname(folder)) return;
    }
  }

  *#withPlugins(file: IndexedFile): Generator<Module> {
    const { modules } = this.#names;
    yield modules.of(file);
    for (const { type } of this.#names.scopesOf(file).inModule("pytest_plugins").slice(-1)) {
      const list = parseExpression(type.slice(1));
      const items = list.kind === "list" || list.kind === "tuple" ? list.items : [list];
      for (const item of items.slice(0, maxPlugins)) {
        const plugin = item.kind === "string" ? modules.find(item.value, file) : undefined;
        if (plugin !== undefined) yield plugin;
      }
    }
  }
}

function isRequest({ kind, flags }: Declaration): boolean {
  return kind === "parameter" && (flags & DeclarationFlag.fixture) !== 0;
}

function isFixture({ kind, flags }: Declaration): boolean {
  return kind === "function" && (flags & DeclarationFlag.fixture) !== 0;
}
