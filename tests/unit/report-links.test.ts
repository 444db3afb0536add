import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkedTemplate } from "../../src/report/checked-template.ts";
import { linkTo } from "../../src/report/link-template.ts";
import { anyText } from "../support/random-text.ts";

const place = { path: "src/a b.py", line: 3, column: 7 };

describe("a template of links", () => {
  test.each([
    ["https://host/org/repo/blob/main/{path}#L{line}", "https://host/org/repo/blob/main/src/a%20b.py#L3"],
    ["vscode://file/{abs}:{line}:{column}", "vscode://file/home/me/repo/src/a%20b.py:3:7"],
    ["file://{abs}", "file:///home/me/repo/src/a%20b.py"],
    ["idea://open?file={abs}&line={line}", "idea://open?file=/home/me/repo/src/a%20b.py&line=3"],
    ["../{path}", "../src/a%20b.py"],
  ])("%s is filled in", (template, href) => {
    expect(linkTo({ template: checkedTemplate(template), root: "/home/me/repo" }, place)).toBe(href);
  });

  test("takes a folder on a drive of Windows, and one at the top of the disk", () => {
    const links = { template: "vscode://file/{abs}", root: "/C:/re:po" };
    expect(linkTo(links, place)).toBe("vscode://file/C:/re%3Apo/src/a%20b.py");
    expect(linkTo({ ...links, root: "" }, place)).toBe("vscode://file/src/a%20b.py");
  });

  test.each([
    ["javascript:alert('{path}')", "is a URL that a browser runs: javascript:"],
    [" JaVaScRiPt:alert('{path}')", "is a URL that a browser runs: javascript:"],
    ["java\nscript:alert('{path}')", "has a control character"],
    ["data:text/html,{path}", "is a URL that a browser runs: data:"],
    ["vbscript:{path}", "is a URL that a browser runs: vbscript:"],
    ["{path}:{line}", "has a placeholder in the scheme; begin with a scheme, or with ./"],
    ["https://host/{file}", "has the unknown placeholder {file}; there are {path}, {abs}, {line}, {column}"],
    ["https://host/", "names no file: it needs {path} or {abs}"],
    ["https://[/{path}", "is not a URL; one is https://host/org/repo/blob/main/{path}#L{line}"],
    ["", "names no file: it needs {path} or {abs}"],
  ])("%s is refused", (template, reason) => {
    expect(() => checkedTemplate(template)).toThrow(reason);
  });

  test("keeps any name of a file inside of its path", () => {
    const name = anyText({ minLength: 1 }).filter((text) => text !== "." && text !== "..");
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 3 }), (names) => {
        const path = names.map((part) => part.replaceAll("/", "")).join("/");
        const url = new URL(linkTo({ template: "https://host/base/{path}#L{line}", root: "" }, { ...place, path }));
        expect([url.protocol, url.host, url.search, url.hash]).toEqual(["https:", "host", "", "#L3"]);
        const relative = new URL(linkTo({ template: "./{path}", root: "" }, { ...place, path }), "file:///top/");
        expect([relative.protocol, relative.search, relative.hash]).toEqual(["file:", "", ""]);
      }),
    );
  });
});
