import { expect, test } from "vitest";
import { ClassHierarchy } from "../../src/code-index/class-hierarchy.ts";
import { lackingClasses } from "../../src/code-index/lacking-classes.ts";
import { isClass } from "../../src/code-index/symbol-kind.ts";
import { codeBase } from "../support/code-base.ts";

const files = {
  "plugin.h": `
struct Plugin { virtual int name() const = 0; virtual int id() const = 0; virtual ~Plugin(); };
#define PLUGIN_NAME(NAME) \\
  int name() const override { \\
    return NAME; \\
  }
#define PLUGIN_INFORMATION(NAME, ID) \\
  PLUGIN_NAME(NAME)                  \\
  int id() const override { return ID; }
#define DECLARE_PLUGIN int name() const override; virtual int id() const;
#define KEEPS_PURE virtual int name() const = 0; int id() const override { return 0; }
#define CALLS_NAME(x) int both() { return x.name() + x.id(); }
#define NAME_OF(x) x.name()
`,
  "plugins.cpp": `
#include "plugin.h"
struct Whole : Plugin { PLUGIN_INFORMATION("whole", 1) };
struct Derived : Whole {};
struct Half : Plugin { PLUGIN_NAME("half") };
struct Completed : Half { int id() const override { return 2; } };
struct Declared : Plugin { public: DECLARE_PLUGIN };
struct Pure : Plugin {
  KEEPS_PURE
};
struct Calls : Plugin { CALLS_NAME(*this) };
struct Body : Plugin { int other(Plugin& p) { return NAME_OF(p); } };
struct Commented : Plugin { // PLUGIN_INFORMATION("no", 3)
};
struct Unknown : Plugin { OUTER_INFORMATION("unknown", 4) };
`,
};

test("a class is not abstract if macros in its body define what is pure", async () => {
  const code = await codeBase(files);
  const hierarchy = new ClassHierarchy(code);
  const classes = code.index.files.flatMap(({ declarations }) => declarations.filter(isClass));
  const abstract = classes.filter((one) => hierarchy.isAbstract(one)).map(({ name }) => name);
  expect(abstract).toEqual(["Plugin", "Half", "Pure", "Calls", "Body", "Commented", "Unknown"]);
});

test("a class with such a macro has the method itself, and a class below inherits it", async () => {
  const code = await codeBase(files);
  const hierarchy = new ClassHierarchy(code);
  const classes = code.index.files.flatMap(({ declarations }) => declarations.filter(isClass));
  const lacking = lackingClasses(classes, "id", { code, hierarchy });
  const told = lacking.map(({ declaration, inherited }) => `${declaration.name} ${inherited?.base.name}`);
  expect(told).toEqual([
    "Derived Whole",
    "Half Plugin",
    "Calls Plugin",
    "Body Plugin",
    "Commented Plugin",
    "Unknown Plugin",
  ]);
});
