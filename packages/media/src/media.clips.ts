import { writeFileSync } from "node:fs";
import { makeClipLibrary } from "./prompt/clip.ts";
import { writeClipFile } from "./prompt/clip-file.ts";

/** Run once by the build, with the path of the file to write: it takes a core two seconds, too long for every start. */

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("media.clips needs the path of the file to write");
writeFileSync(path, writeClipFile(makeClipLibrary()));
