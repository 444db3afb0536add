import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { interfacesOf } from "../support/interfaces.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Headers of the standard library's kind: what is private is used in bodies that stay, and elsewhere. */
const headers: Readonly<Record<string, string>> = {
  "constexpr.hpp":
    "class A { int x = 1; int y = 2; public: constexpr A() {} constexpr int f() const { return x; } };\n",
  "nested.hpp":
    "#include <map>\nclass A { struct B { int b; B* next; }; std::map<int, B> all; public: B* find(int); auto g() { return all.size(); } };\n",
  "templates.hpp":
    "template <class T> class A { T* p; void grow(); public: A(); void f(); };\ntemplate <class T> A<T>::A() : p(nullptr) {}\ntemplate <class T> void A<T>::f() { grow(); }\ntemplate <class T> void A<T>::grow() {}\ntemplate class A<int>;\n",
  "virtual.hpp":
    "class A { virtual void f() {} public: virtual ~A() {} };\nclass B : public A { void f() override {} };\n",
  "conditions.hpp":
    "class A {\n#ifdef X\nprivate:\n  int x;\n#else\n  int y;\n#endif\npublic:\n  int f() {\n#ifdef X\n    return x;\n#else\n    return y;\n#endif\n  }\n};\n",
};

test.each(Object.entries(headers))("what is made of %s compiles", async (name, text) => {
  const folder = temporaryFolder();
  for (const includePrivate of [false, true]) {
    const { code } = await interfacesOf(name, text, { includePrivate });
    writeFileSync(join(folder, name), code);
    const args = ["-fsyntax-only", "-std=c++17", "-w", "-x", "c++", join(folder, name)];
    expect(execFileSync("g++", args, { encoding: "utf8" })).toBe("");
  }
});
