/** A room as a file, streamed: what is in memory is one page of messages (docs/spec/chat.md, CHAT-90 and following). */
import { AppError, keptDays, type ChatMessage } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { SoundStore } from "../../../kernel/files/sound-store.port.ts";
import { zipFile, type ZipEntry } from "../../../kernel/files/zip-file.ts";
import type { KeepLimits } from "../../realm-settings/index.ts";
import { mayExport, noRoom, rowId, seenRoom, type ChatCaller } from "../chat.policy.ts";
import type { ChatStore, ListedRoom } from "../chat.store.ts";
import type { ChatExportStore } from "./chat-export.store.ts";
import type { ExportedFile, ExportedHead, ExportedMessage, ExportedPerson, ExportForm } from "./exported-room.ts";
import type { ExportTurns } from "./export-turns.ts";

export interface RoomExportDeps {
  readonly store: ChatStore;
  readonly exporting: ChatExportStore;
  readonly turns: ExportTurns;
  readonly sounds: Pick<SoundStore, "read">;
  readonly keepLimits: (realmId: number) => Promise<KeepLimits>;
  readonly clock: Pick<Clock, "now">;
}

export interface WantedExport {
  readonly room: string;
  readonly form: ExportForm;
  readonly withFiles: boolean;
  /** Whether the session in which it was asked for is still open. */
  readonly isSessionOpen: () => Promise<boolean>;
}

export interface RoomExport {
  /** Without folders. */
  readonly name: string;
  readonly content: AsyncGenerator<Uint8Array>;
}

const PAGE = 200;
/** A ZIP file ends at four gigabytes and 65,000 entries; the document is in it too. */
const MOST_BYTES = 3_000_000_000;
const MOST_FILES = 60_000;
/** Names of people that are looked up at a time. */
const MOST_NAMES = 20_000;

/** @throws AppError chats.room.gone, .notOwner, chats.export.busy, .tooLarge */
export async function exportRoom(deps: RoomExportDeps, caller: ChatCaller, wanted: WantedExport): Promise<RoomExport> {
  const { store, exporting, turns, clock } = deps;
  const id = rowId(wanted.room) ?? 0;
  const listed = await seenRoom(store, caller, wanted.room);
  if (listed?.member === undefined) throw noRoom();
  if (!mayExport(caller, listed)) throw new AppError("chats.room.notOwner");
  const size = await exporting.size(id);
  if (wanted.withFiles && (size.bytes > MOST_BYTES || size.files > MOST_FILES))
    throw new AppError("chats.export.tooLarge", { files: MOST_FILES, gigabytes: MOST_BYTES / 1e9 });
  const turn = await turns.begin(caller.userId, { room: wanted.room, total: size.messages });
  const { ending } = wanted.form;
  try {
    await store.inRoom(id, (held) =>
      held.note({
        act: "chat.exported",
        by: caller.userId,
        at: clock.now(),
        details: { form: ending, files: wanted.withFiles },
      }),
    );
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const title = listed.room.type === "d" ? listed.people.map(({ name }) => name).join(", ") : listed.room.name;
    return {
      name: `${title} ${day}.${wanted.withFiles ? "zip" : ending}`,
      content: run(deps, caller, { ...wanted, listed, turn }),
    };
  } catch (error) {
    await turn.end();
    throw error;
  }
}

interface Running extends WantedExport {
  readonly listed: ListedRoom;
  readonly turn: Awaited<ReturnType<ExportTurns["begin"]>>;
}

async function* run(deps: RoomExportDeps, caller: ChatCaller, running: Running): AsyncGenerator<Uint8Array> {
  const { listed, form, withFiles, turn } = running;
  const people = namesOf(deps, caller);
  const files: ExportedFile[] = [];
  /** CHAT-94: checked again with each page; a user who lost the right gets no more, and the file ends without its end. */
  const demand = async (): Promise<void> => {
    const now = await deps.store.room(listed.room.id, caller.userId);
    const may = await deps.store.contactsBy(caller.realm.id, { ids: [caller.userId] });
    if (!mayExport(caller, now) || may.length === 0 || !(await running.isSessionOpen())) throw noRoom();
  };
  try {
    const head = await headOf(deps, caller, listed);
    const pages = exported(messagesOf(deps, listed, demand), { people, turn, files: withFiles ? files : undefined });
    const text = encoded(form.write(head, pages));
    if (!withFiles) yield* text;
    else yield* zipFile(entriesOf(deps, { text, ending: form.ending, files, at: head.at, demand }));
  } finally {
    await turn.end();
  }
}

async function headOf(deps: RoomExportDeps, caller: ChatCaller, { room }: ListedRoom): Promise<ExportedHead> {
  const { store, keepLimits, clock } = deps;
  const { chatDays: company, rooms: allowed } = await keepLimits(room.realmId);
  const members: Array<ExportedHead["members"][number]> = [];
  for (let offset = 0; ; offset += PAGE) {
    const page = await store.memberPage({ roomId: room.id, words: [], limit: PAGE, offset });
    for (const { id, name, role } of page.members) members.push({ uid: String(id), name, isOwner: role === "owner" });
    if (page.members.length < PAGE) break;
  }
  const { id, type, name, topic, archived } = room;
  const own = String(caller.userId);
  return {
    room: {
      id: String(id),
      type,
      name,
      topic,
      archived,
      kept: keptDays({ company, allowed: type === "d" ? "none" : allowed, own: room.keepDays }),
    },
    at: clock.now(),
    by: members.find(({ uid }) => uid === own) ?? { uid: own, name: "" },
    members,
  };
}

/** In the order of the room, each with its answers behind it. */
async function* messagesOf(
  { store }: Pick<RoomExportDeps, "store">,
  { room }: ListedRoom,
  demand: () => Promise<void>,
): AsyncGenerator<readonly ChatMessage[]> {
  const roomId = room.id;
  for (let from = room.first.n; from <= room.n; from += PAGE) {
    await demand();
    const page = await store.history({ roomId, thread: 0, from, to: Math.min(room.n, from + PAGE - 1) });
    let alone: ChatMessage[] = [];
    for (const message of page) {
      alone.push(message);
      if (message.replies === null) continue;
      yield alone;
      alone = [];
      const { first, last } = await store.places(roomId, message.id);
      for (let at = first; at <= last && last > 0; at += PAGE) {
        if (at > first) await demand();
        yield await store.history({ roomId, thread: message.id, from: at, to: Math.min(last, at + PAGE - 1) });
      }
    }
    yield alone;
  }
}

interface Collected {
  readonly people: ReturnType<typeof namesOf>;
  readonly turn: Running["turn"];
  /** Undefined: files are named only. */
  readonly files: ExportedFile[] | undefined;
}

async function* exported(
  pages: AsyncIterable<readonly ChatMessage[]>,
  { people, turn, files: all }: Collected,
): AsyncGenerator<readonly ExportedMessage[]> {
  let written = 0;
  for await (const page of pages) {
    const reacted = page.flatMap(({ reactions }) => reactions.flatMap(({ by }) => by));
    const names = await people(reacted, page);
    yield page.map((message) => {
      const files = message.files.map(({ id, name, bytes }): ExportedFile => {
        const path = all === undefined ? null : `files/${all.length + 1} ${tameName(name)}`;
        const file = { id, name, bytes, path };
        all?.push(file);
        return file;
      });
      const reactions = message.reactions.map(({ emoji, by }) => ({
        emoji,
        by: by.map((uid): ExportedPerson => ({ uid, name: names.get(uid) ?? "" })),
      }));
      return { message, files, reactions };
    });
    written += page.length;
    await turn.progress(written);
  }
}

/** A page or picture with markup that is opened from the archive is shown as text: it may have scripts. */
const tameName = (name: string): string =>
  /\.(?:x?html?|svgz?|xml|xsl|mht(?:ml)?)$/iu.test(name) ? `${name}.txt` : name;

/** Names by uid: of accounts, and of those who wrote. */
function namesOf({ exporting }: Pick<RoomExportDeps, "exporting">, { realm }: ChatCaller) {
  const known = new Map<string, string>();
  return async (uids: readonly string[], page: readonly ChatMessage[]): Promise<ReadonlyMap<string, string>> => {
    if (known.size > MOST_NAMES) known.clear();
    for (const { from } of page) known.set(from.uid, from.name);
    const unknown = [...new Set(uids)].filter((uid) => !known.has(uid));
    const found = await exporting.names(
      realm.id,
      unknown.map((uid) => rowId(uid) ?? 0),
    );
    for (const uid of unknown) known.set(uid, found.get(rowId(uid) ?? 0) ?? "");
    return known;
  };
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) if (text !== "") yield Buffer.from(text);
}

/** The document, and then the files that it names. */
async function* entriesOf(
  { store, sounds }: Pick<RoomExportDeps, "store" | "sounds">,
  {
    text,
    ending,
    files,
    at,
    demand,
  }: {
    readonly text: AsyncIterable<Uint8Array>;
    readonly ending: string;
    readonly files: readonly ExportedFile[];
    readonly at: number;
    readonly demand: () => Promise<void>;
  },
): AsyncGenerator<ZipEntry> {
  yield { name: `conversation.${ending}`, modifiedAt: at, content: text };
  for (const { id, path } of files) {
    await demand();
    const file = await store.file(id);
    const content = file && (await sounds.read(file.whole));
    // Removed with its message in the meantime.
    if (file === undefined || content === undefined || path === null) continue;
    yield { name: path, modifiedAt: file.uploadedAt, content };
  }
}
