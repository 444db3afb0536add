/**
 * The view of get_dependency_graph in a client that shows MCP Apps, in the browser. Input: the arguments of a call; output: the picture of
 * the same graph, which the view asks the server for through the client.
 */
import { element } from "./element.ts";
import { showPicture } from "./picture-view.ts";
import { connectHost, type Fields } from "./view-host.ts";

/** The arguments of the call; undefined until the client has told them. */
let asked: Fields | undefined;

const reduced = element("input", { type: "checkbox", id: "reduced" });
const status = element("span", { id: "status", role: "status" });
const picture = element("div", { id: "picture" });
const label = element("label", {}, reduced, " Leave out arrows that a longer way implies");
document.body.append(element("p", {}, label, " ", status), picture);

const host = connectHost({
  onInput: (input) => {
    asked = input;
    void draw();
  },
  onTheme: () => void draw(),
  onCancelled: () => say("The call was cancelled."),
});

reduced.addEventListener("change", () => void draw());

function say(text: string): void {
  status.textContent = text;
}

/** Asks for the picture of the call, and shows it. The answer of the call itself stays as it is, for the model. */
async function draw(): Promise<void> {
  if (asked === undefined) return;
  if ("to" in asked || "only" in asked) return say("This answer has no picture.");
  say("Drawing the picture …");
  const theme = host.theme();
  const texts = await host.call("get_dependency_graph", {
    ...asked,
    output_format: "svg",
    ...(reduced.checked && { reduced: true }),
    ...(theme !== undefined && { theme }),
  });
  const svg = texts.find((text) => text.startsWith("<svg "));
  if (svg === undefined) return say(texts[0] ?? "There is no picture.");
  showPicture(picture, svg);
  say("");
}
