// @ts-check
/**
 * Compares calls of made-up overloads with clangd: which function each call means.
 *
 *   node lab/run.mjs random-overloads [--sets N] [--seed S] [--list N] [--clangd CMD]
 *
 *   --sets N   overload sets, of 2 to 4 functions with 5 calls each (default 100)
 *   --list N   differences that are shown (default 20)
 *
 * Calls that clang refuses, or finds ambiguous, have no answer there and are left out. Parameters are values, references and pointers
 * of numbers, enumerations, classes, strings and templates; arguments are variables, literals, temporaries and expressions.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { answerAt, eachFile } from "../navigation/truths.mjs";
import { bundledResolver } from "../product/bundled-resolver.mjs";
import { randomNumbers } from "../random-numbers.mjs";
import { clangdOptions, generalFlags, newestClangd } from "../truths/clangd.mjs";
import { clangdServer } from "../truths/name-servers.mjs";

const { values } = argumentsOf(import.meta.url, {
  sets: { type: "string", default: "100" },
  seed: { type: "string", default: "1" },
  list: { type: "string", default: "20" },
  clangd: clangdOptions.clangd,
});
const random = randomNumbers(Number(values.seed));

/** @param {number} below */
const below = (below) => Math.floor(random() * below);

/** @template T @param {readonly T[]} all @returns {T} */
function oneOf(all) {
  const one = all[below(all.length)];
  if (one === undefined) throw new Error("nothing to choose from");
  return one;
}

const head = `#include <memory>
#include <string>
#include <utility>
#include <vector>
struct A { int n; A copy() const; A& self(); const A& look() const; };
struct B : A {};
struct C : B {};
struct D {};
struct FromInt { FromInt(int); };
struct FromA { FromA(const A&); };
struct Explicit { explicit Explicit(int); };
struct ToInt { operator int() const; };
enum E { e1, e2 };
enum class S { s1 };
typedef unsigned long Large;
using Alias = A;
template <typename T> struct Box { T item; };
template <typename K, typename V> struct Pair { K first; V second; };
A makeA(); const A& lookA(); A* pointA(); int count();
struct Host {
  int field; A own; const char* text; mutable A cache; A* link;
`;
const types = (
  "int,long,double,float,char,bool,unsigned int,short,Large,std::size_t,A,const A&,A&,A&&,const B&,B,B&,A*,const A*,B*,const B*,void*," +
  "const void*,const char*,char*,std::string,const std::string&,std::string&&,E,S,FromInt,FromA,const FromA&,Explicit,ToInt,D,const D&,D*,Alias," +
  "const Box<int>&,Box<A>,std::vector<int>,const std::vector<A>&,std::unique_ptr<A>,int*,const int*,int&,const int&,long long,const Pair<int, A>&"
)
  .split(",")
  .join(";")
  .replace("Pair<int; A>", "Pair<int, A>")
  .split(";");
const templates =
  "T;const T&;T&;T&&;T*;const T*;const Box<T>&;Box<T>*;const Box<Box<T>>&;const std::vector<T>&;const Pair<int, T>&".split(
    ";",
  );
const values_ = (
  "1;0;2L;3u;1.5;2.5f;'c';true;\"text\";nullptr;i;l;d;fl;ch;bo;u;s;n;sz;a;ca;ra;cra;b;cb;pa;cpa;pb;cpb;str;cstr;cs;buf;e;e1;sc;S::s1;fi;ti;dd;pd;" +
  'bi;ba;bbi;vi;va;ua;pi;cpi;makeA();lookA();pointA();*pa;*cpa;&a;&ca;A();A{};B();std::move(a);std::move(str);std::string("x");a.copy();a.self();a.look();' +
  "i + 1;i + l;d * 2;ch + 1;i == 2;!bo;-s;field;own;link;cache;this->own;(long)i;static_cast<float>(d);count();&own;vi.size();vi[0];va[0];va.front();str.c_str();" +
  "bi.item;ba.item;&ba;pr;pr.second;c;&c;std::make_unique<A>();a.n;pa->n;D();(i);text;Explicit(1);str + str"
).split(";");
/** Arguments that a parameter is likely to take, by a word of its type. @type {readonly (readonly [RegExp, RegExp])[]} */
const fitting = [
  [/\bvoid\*/, /^(?:p[abi]|cpa|cpi|cpb|pd|&|nullptr|buf|cs|link|pointA)/],
  [/Box/, /^(?:&?b[abi]i?$)/],
  [/vector/, /^(?:vi|va)$/],
  [/Pair/, /^pr$/],
  [/unique/, /^(?:ua|std::make)/],
  [/string/, /^(?:c?str|std::string|std::move\(str|str \+|"text"|cs|text)/],
  [/char\*/, /^(?:cs|buf|text|"text"|nullptr|0|str\.c_str)/],
  [/\b(?:A|B|Alias|FromA)\*/, /^(?:c?p[ab]|&|pointA|link|nullptr|0)/],
  [/int\*/, /^(?:c?pi|nullptr|0)/],
  [/D\*/, /^(?:pd|nullptr)/],
  [/\bD\b/, /^(?:dd|D\(\))/],
  [/ToInt/, /^ti$/],
  [/Explicit/, /^Explicit/],
  [/^T/, /./],
  [
    /\b(?:A|B|Alias|FromA)\b/,
    /^(?:c?r?a|b|cb|c|own|cache|this->own|makeA|lookA|\*c?pa|A[({]|B\(|std::move\(a|a\.|v[a]|pr\.second|ba\.item)/,
  ],
  [/^(?:E|S)$/, /^(?:e1?|sc|S::s1)$/],
  [
    /./,
    /^(?:\d|'c'|true|[ildus]$|fl|ch|bo|sz|e1?$|fi|ti|i |d \*|!|-|field|\(|static_cast|count|vi[.[]|bi\.item|a\.n|pa->n)/,
  ],
];

/** @param {string} type */
function valueFor(type) {
  const [, pattern = /./] = fitting.find(([own]) => own.test(type)) ?? [];
  return oneOf(random() < 0.85 ? values_.filter((one) => pattern.test(one)) : values_);
}

const parameters =
  "int i, long l, double d, float fl, char ch, bool bo, unsigned int u, short s, Large n, std::size_t sz, A a, const A ca, A& ra, const A& cra, B b, const B& cb, " +
  "A* pa, const A* cpa, B* pb, const B* cpb, std::string str, const std::string& cstr, const char* cs, char* buf, E e, S sc, FromInt fi, ToInt ti, D dd, D* pd, " +
  "Box<int> bi, Box<A>& ba, Box<Box<int>> bbi, std::vector<int> vi, const std::vector<A>& va, std::unique_ptr<A> ua, int* pi, const int* cpi, Pair<int, A> pr, C c";

let text = head;
/** @type {{ line: number, column: number, name: string }[]} */
const calls = [];
/** @type {string[][][]} */
const sets = [];
for (let set = 0; set < Number(values.sets); set++) {
  const count = 1 + below(2);
  const isMember = random() < 0.3;
  const written = new Set();
  /** @type {string[][]} */
  const functions = [];
  sets.push(functions);
  for (let left = 2 + below(3); left > 0; left--) {
    const isTemplate = random() < 0.25;
    const own = Array.from({ length: count }, () => oneOf(isTemplate && random() < 0.7 ? templates : types));
    const isOfTemplate = own.some((one) => /\bT\b/.test(one));
    const named = own.map((one, at) => `${one} p${at}`);
    if (random() < 0.15) named.push("int more = 0");
    const isConst = isMember && random() < 0.4 ? " const" : "";
    const line = `  ${isOfTemplate ? "template <typename T> " : ""}${isMember ? "" : "static "}void f${set}(${named.join(", ")})${isConst};`;
    functions.push(own);
    if (!written.has(line)) text += `${line}\n`;
    written.add(line);
  }
}
for (const isConst of ["", " const"]) {
  text += `  void use${isConst === "" ? "" : "Const"}(${parameters})${isConst} {\n`;
  for (let set = 0; set < Number(values.sets); set++) {
    for (let left = isConst === "" ? 5 : 2; left > 0; left--) {
      const args = oneOf(sets[set] ?? []).map(valueFor);
      const line = text.split("\n").length;
      calls.push({ line, column: 5, name: `f${set}` });
      text += `    f${set}(${args.join(", ")});\n`;
    }
  }
  text += "  }\n";
}
text += "};\n";

const root = mkdtempSync(join(tmpdir(), "codegrove-overloads-"));
try {
  writeFileSync(join(root, "a.cpp"), text);
  const server = clangdServer(root, { command: values.clangd ?? newestClangd(), flags: generalFlags({}, []) });
  await server.start();
  const found = await server.namesIn("a.cpp", new Set(calls.map(({ name }) => name)));
  server.stop();
  const at = new Map((found?.answers ?? []).map((answer) => [`${answer.line}:${answer.column}`, answer]));
  const definitions = calls.flatMap(({ line, column, name }) => {
    const answer = at.get(`${line}:${column}`);
    if (answer === undefined || answer.targets.length !== 1) return [];
    return [{ file: "a.cpp", line, column, name, kind: "method", targets: answer.targets, external: false }];
  });
  const { CodeBase } = await bundledResolver();
  const lines = text.split("\n");
  const counts = {
    calls: calls.length,
    judged: definitions.length,
    right: 0,
    wrong: 0,
    candidates: 0,
    "without truth": 0,
  };
  let shown = 0;
  await eachFile(definitions, await CodeBase.read(root, "cpp"), (_, ofFile, without) => {
    const resolveAt = without(new Set());
    for (const definition of ofFile) {
      const { confidence, targets } = answerAt(resolveAt, definition);
      const isOne = confidence === "exact" || confidence === "likely";
      const isRight = targets[0]?.line === definition.targets[0]?.line;
      const verdict = !isOne ? "candidates" : isRight ? "right" : "wrong";
      counts[verdict] += 1;
      if (!isOne && !targets.some(({ line }) => line === definition.targets[0]?.line)) counts["without truth"] += 1;
      if (
        verdict === "right" ||
        (verdict === "candidates" && counts.wrong > 0 && random() < 0.5) ||
        shown >= Number(values.list)
      )
        continue;
      shown += 1;
      const shownLine = (/** @type {number | undefined} */ line) => lines[(line ?? 0) - 1]?.trim();
      console.log(`${verdict}: ${shownLine(definition.line)}\n    clangd ${shownLine(definition.targets[0]?.line)}`);
      for (const target of targets) console.log(`    ours   ${shownLine(target.line)}`);
    }
  });
  console.log(JSON.stringify(counts));
} finally {
  rmSync(root, { recursive: true });
}
