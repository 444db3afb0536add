import { describe, expect, test } from "vitest";
import { connectedClient } from "../support/client.ts";
import { writeLargeTree } from "../support/large-code.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

describe("the name of explain_symbol in a large workspace", () => {
  const workspace = temporaryFolder({ "first.cpp": "int work_first() { return 1; }\n" });
  writeLargeTree(workspace, 400);
  const client = connectedClient(workspace, ["--no-cache", "--jobs", "1"]);

  test("is completed with what two seconds find", async () => {
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "explain_symbol" },
      argument: { name: "name", value: "work_f" },
    });
    // The rest of the files would have further names.
    expect(completion).toEqual({ values: ["work_first"], hasMore: true });
  });
});
