import { describe, expect, test } from "vitest";
import { builtLanguages } from "../../src/syntax/built-languages.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const interfaceOfView = `#import <UIKit/UIKit.h>
@import Foundation;
int count(void);
@interface View : UIView <Drawing>
@property (nonatomic, strong) NSString *name;
- (instancetype)initWithName:(NSString *)name;
@end
`;
const broken = "int broken( = ;\n";

/** Headers of Objective-C: not checked. */
const objectiveC = {
  "view.h": interfaceOfView,
  "forward.h": "@class NSString;\nint length(NSString *text);\n",
  "protocol.h": "  @protocol Drawing <NSObject>\n- (void)draw;\n@optional\n- (void)erase;\n@end\n",
  "late.h": `${"int a;\n".repeat(200)}@import Foundation;\n`,
};

/** Files of C++: checked. */
const cpp = {
  "excluded.h":
    "#ifdef __OBJC__\n@class NSView;\n#else\ntypedef struct objc_object NSView;\n#endif\nclass Window { NSView* view; };\n",
  "comment.h": `/**\n@class Broken\n@interface Broken\n*/\n${broken}`,
  "string.h": `const char* text = R"(\n@interface A\n)";\n${broken}`,
  "other.h": `@unknown A;\n${broken}`,
  "source.cpp": interfaceOfView,
  "header.hpp": interfaceOfView,
};
const folder = temporaryFolder({ ...objectiveC, ...cpp });
const call = callsToServer({ cwd: folder });

describe("check_file of headers of Objective-C", () => {
  test("counts them in skipped, and checks all others", async () => {
    for (const _ of ["parsed", "kept"]) {
      const { answer } = await call("check_file", { filepath: "." });
      expect(answer.results?.map(({ filepath }) => filepath)).toEqual(
        ["comment.h", "header.hpp", "other.h", "source.cpp", "string.h"].map((name) => `./${name}`),
      );
      expect(answer).toMatchObject({ skipped: { objective_cpp: Object.keys(objectiveC).length, no_match: 1 } });
    }
  });

  test.each(Object.keys(objectiveC))("names %s as unsupported, as a .mm file", async (filepath) => {
    const { answer, isError } = await call("check_file", { filepath });
    expect({ answer, isError }).toEqual({
      isError: true,
      answer: {
        success: false,
        error: `Unsupported file type: ${filepath}`,
        details: "It is objective_cpp, which the grammar of its extension cannot read. Name other files.",
      },
    });
  });

  test("leaves them to other tools, which read what is C there", async () => {
    expect((await call("find_functions", { filepath: "forward.h" })).isError).toBe(false);
    expect(
      (await call("execute_query", { filepath: "view.h", query: '(identifier) @n (#eq? @n "count")' })).text,
    ).toContain("count");
  });

  test("does not fail a command over a folder without other findings", async () => {
    const { exitCode, stdout } = await runInProcess("", {
      args: ["check", ".", "--include", "excluded.h", "--include", "forward.h", "--no-cache", "--format", "json"],
      cwd: folder,
    });
    expect(JSON.parse(stdout).skipped).toEqual({ no_match: 1, objective_cpp: 1 });
    expect(exitCode).toBe(0);
  });
});

test("each kind that lines show is one of the kinds that extensions show", () => {
  for (const { unread_lines, unread_extensions } of builtLanguages() ?? [])
    for (const kind of Object.keys(unread_lines)) expect(Object.keys(unread_extensions)).toContain(kind);
});
