import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import type { Conversation } from "./conversation.ts";
import type { HostileRepository } from "./hostile-repository.ts";
import { call } from "./hostile-requests.ts";

/** Expects the same answers about what is outside of the root whether it exists or not. */
export async function expectSilenceAbout(
  { folder, outside }: HostileRepository,
  conversation: Conversation,
): Promise<void> {
  for (const [there, gone] of placesOutside(outside)) {
    const texts = await Promise.all([there, gone].map((path) => textsAbout(conversation, folder, path)));
    expect(texts[0]).toEqual(texts[1]);
    for (const text of ["OutsideSecret", "ForgedClass"]) expect(texts[0]?.join("")).not.toContain(text);
  }
}

/** Paths and globs of which the first leads to something outside and the second does not. */
const placesOutside = (outside: string): readonly (readonly [there: string, gone: string])[] => [
  ["../outside/unheard-of.cpp", "../outside/gone.cpp"],
  [`${outside}/unheard-of.cpp`, `${outside}/gone.cpp`],
  ["../outside", "../nowhere"],
  ["../outside/", "../nowhere/"],
  ["..\\outside\\unheard-of.cpp", "..\\outside\\gone.cpp"],
  ["../outside/*", "../nowhere/*"],
  ["../out*/*.cpp", "../now*/*.cpp"],
  ["../[o]utside/*", "../[n]owhere/*"],
  ["../outside/**/*.cpp", "../nowhere/**/*.cpp"],
  ["../outside/{unheard-of,b}.cpp", "../outside/{gone,b}.cpp"],
  ["../{outside,b}/*", "../{nowhere,b}/*"],
  ["honest/../../outside/*.cpp", "honest/../../nowhere/*.cpp"],
  ["{honest,b}/../../outside/*.cpp", "{honest,b}/../../nowhere/*.cpp"],
  ["@(honest)/../../outside/*.cpp", "@(honest)/../../nowhere/*.cpp"],
  ["links/file-there.cpp", "links/file-gone.cpp"],
  ["links/file-t*.cpp", "links/file-g*.cpp"],
  ["links/folder-there", "links/folder-gone"],
  ["links/folder-there/", "links/folder-gone/"],
  ["links/folder-there/*", "links/folder-gone/*"],
  ["links/folder-t*/*", "links/folder-g*/*"],
  ["links/folder-{there,b}/*", "links/folder-{gone,b}/*"],
  ["links/folder-there/unheard-of.cpp", "links/folder-there/gone.cpp"],
  ["links/folder-there/unheard-*", "links/folder-there/gone-*"],
  ["links/folder-there/{unheard-of,b}.cpp", "links/folder-there/{gone,b}.cpp"],
  ["/etc/*", "/nowhere/*"],
  ["/etc/pass*", "/etc/nowhere*"],
  ["/etc/{passwd,b}", "/etc/{nowhere,b}"],
  ["/{etc,b}/*", "/{nowhere,b}/*"],
  ["/etc/passwd", "/etc/nowhere"],
  ["links/system/passwd", "links/system/nowhere"],
];

/** The answers about a path, with the same words in place of the path. */
async function textsAbout(conversation: Conversation, folder: string, path: string): Promise<readonly string[]> {
  const inputs = [{ filepath: path }, { filepath: [path] }, { filepath: [path, "honest"] }];
  const calls = inputs.map((input) => call("find_classes", input));
  const uri = pathToFileURL(join(folder, path)).href;
  const all = [
    ...calls,
    { method: "resources/read", params: { uri } },
    { method: "resources/subscribe", params: { uri } },
  ];
  const answers = await Promise.all(all.map(({ method, params }) => conversation.request(method, params)));
  return answers.map(({ result, error }) =>
    [uri, path, path.replaceAll("\\", "/")].reduce(
      (text, name) => text.replaceAll(JSON.stringify(name).slice(1, -1), "PATH"),
      (result?.content?.[0]?.text ?? "") + JSON.stringify(error ?? {}),
    ),
  );
}
