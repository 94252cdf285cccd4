import type { ExportedMessage, ExportForm } from "./exported-room.ts";

const isoOf = (at: number): string => new Date(at).toISOString();

/** CHAT-91: one object; each message is on a line of its own. `complete` is the last field: without it the file is cut off. */
export const JSON_FORM: ExportForm = {
  ending: "json",
  write: async function* ({ room, at, by, members }, messages) {
    const head = { format: "callpanel-room", version: 1, exported_at: isoOf(at), exported_by: by, room, members };
    yield `${JSON.stringify(head).slice(0, -1)},"messages":[`;
    let separator = "\n";
    for await (const page of messages) {
      const lines = page.map((one) => JSON.stringify(written(one))).join(",\n");
      if (lines === "") continue;
      yield separator + lines;
      separator = ",\n";
    }
    yield '\n],"complete":true}\n';
  },
};

function written({ message, files, reactions }: ExportedMessage) {
  const { id, thread, at, from, text, edited_at: editedAt, deleted, mentions, all, pinned_by: pinnedBy } = message;
  return {
    id,
    thread,
    at: isoOf(at),
    from,
    ...(deleted ? { deleted } : { text }),
    ...(editedAt !== null && { edited_at: isoOf(editedAt) }),
    ...(mentions.length > 0 && { mentions }),
    ...(all && { mentions_all: true }),
    ...(files.length > 0 && { files }),
    ...(reactions.length > 0 && { reactions }),
    ...(pinnedBy !== null && { pinned: true }),
  };
}
