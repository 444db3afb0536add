/** The script of a report's page: it fills in what is only built when it is looked at. */
import type { PageData } from "../page-data.ts";
import { enlargePicture } from "./picture.ts";
import { fillRules } from "./rules.ts";
import { startSearch } from "./search.ts";
import { makeSortable } from "./sortable.ts";
import { fillTree } from "./tree.ts";

const data: PageData = JSON.parse(document.getElementById("data")?.textContent ?? "null");
fillTree(data);
fillRules(data);
makeSortable();
enlargePicture();
startSearch(data);
