import { createHash } from "node:crypto";
import type { Locale } from "@callpanel/contract";
import type { ExportedFile, ExportedHead, ExportedMessage, ExportForm } from "./exported-room.ts";
import { exportWords, type ExportWords } from "./export-words.ts";

const STYLE = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
header{border-bottom:1px solid #8886;margin-bottom:1rem}h1{font-size:1.4rem;margin:0}h2{font-size:.9rem;border-bottom:1px solid #8886;margin:1.5rem 0 .5rem}
article{margin:.4rem 0;overflow-wrap:anywhere}article.a{margin-left:2rem;padding-left:.75rem;border-left:2px solid #8886}
.n{font-weight:600}time,.m{color:#777;font-size:.85em}.t{margin:0;white-space:pre-wrap}.d{font-style:italic}ul{margin:.2rem 0;padding-left:1.2rem}`;
/** Nothing is loaded or run, no matter what a text or a name contains. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'`;

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
/** Text that a page shows as it is: control characters that no page may have become visible. */
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? "").replace(/(?![\t\n\r])\p{Cc}/gu, "\uFFFD");

/** CHAT-92: one page without scripts, pictures or addresses to load. */
export function htmlForm(locale: Locale, timeZone: string): ExportForm {
  const words = exportWords(locale);
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone, ...options });
  const day = format({ dateStyle: "full" });
  const clock = format({ timeStyle: "short" });
  const moment = format({ dateStyle: "medium", timeStyle: "short" });
  const scene: Scene = { words, locale, clock: (at) => clock.format(at), moment: (at) => moment.format(at), timeZone };
  return {
    ending: "html",
    write: async function* (head, messages) {
      yield headOf(head, scene);
      let last = "";
      for await (const page of messages) {
        const parts: string[] = [];
        for (const one of page) {
          const today = day.format(one.message.at);
          if (today !== last && one.message.thread === null) {
            parts.push(`<h2>${escaped(today)}</h2>\n`);
            last = today;
          }
          parts.push(articleOf(one, scene));
        }
        yield parts.join("");
      }
      yield `</main>\n<footer class="m">${escaped(words.end)}</footer>\n</body>\n</html>\n`;
    },
  };
}

interface Scene {
  readonly words: ExportWords;
  readonly locale: Locale;
  readonly timeZone: string;
  readonly clock: (at: number) => string;
  readonly moment: (at: number) => string;
}

const nameOf = ({ name }: { readonly name: string }, { words }: Scene): string =>
  `<bdi>${escaped(name === "" ? words.deletedPerson : name)}</bdi>`;

function headOf({ room, at, by, members }: ExportedHead, scene: Scene): string {
  const { words, locale, timeZone, moment } = scene;
  const name =
    room.type === "d" ? members.map((one) => nameOf(one, scene)).join(", ") : `<bdi>${escaped(room.name)}</bdi>`;
  const title = room.type === "d" ? members.map((one) => one.name || words.deletedPerson).join(", ") : room.name;
  const people = members.map(
    (one) => `<li>${nameOf(one, scene)}${one.isOwner ? ` (${escaped(words.owner)})` : ""}</li>`,
  );
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${name}</h1>
${room.topic === "" ? "" : `<p><bdi>${escaped(room.topic)}</bdi></p>\n`}<p class="m">${escaped(words.exported)} ${nameOf(by, scene)}, ${escaped(moment(at))} (${escaped(timeZone)})</p>
<details><summary>${escaped(words.members)} (${members.length})</summary><ul>${people.join("")}</ul></details>
</header>
<main>
`;
}

function articleOf({ message, files, reactions }: ExportedMessage, scene: Scene): string {
  const { words, clock, moment } = scene;
  const { id, thread, from, at, text, deleted, edited_at: editedAt, pinned_by: pinnedBy } = message;
  const marks = [
    ...(editedAt === null ? [] : [`${words.edited} ${moment(editedAt)}`]),
    ...(pinnedBy === null ? [] : [words.pinned]),
  ];
  const body = deleted
    ? `<p class="t d">${escaped(words.deleted)}</p>`
    : `<p class="t" dir="auto">${escaped(text)}</p>`;
  const people = reactions.map(
    ({ emoji, by }) => `<li>${escaped(emoji)} ${by.map((one) => nameOf(one, scene)).join(", ")}</li>`,
  );
  const lists = [
    files.length === 0 ? "" : `<ul>${files.map((file) => fileOf(file, scene)).join("")}</ul>`,
    people.length === 0 ? "" : `<ul class="m">${people.join("")}</ul>`,
  ];
  const when = `<time datetime="${new Date(at).toISOString()}">${escaped(thread === null ? clock(at) : moment(at))}</time>`;
  const notes = marks.length === 0 ? "" : ` <span class="m">${escaped(marks.join(" · "))}</span>`;
  return `<article id="m${id}"${thread === null ? "" : ' class="a"'}><span class="n">${nameOf(from, scene)}</span> ${when}${notes}${text === "" && !deleted ? "" : body}${lists.join("")}</article>\n`;
}

function fileOf({ name, bytes, path }: ExportedFile, { locale }: Scene): string {
  const shown = `<bdi>${escaped(name)}</bdi>`;
  const size = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(Math.max(0.1, bytes / 1024));
  const label =
    path === null
      ? shown
      : `<a href="${escaped(path.split("/").map(encodeURIComponent).join("/"))}" download>${shown}</a>`;
  return `<li>${label} <span class="m">${size} KB</span></li>`;
}
