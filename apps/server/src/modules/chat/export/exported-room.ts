/** The parts of a room that are written, in every form. */
import type { ChatFile, ChatMessage, RoomType } from "@callpanel/contract";

export interface ExportedPerson {
  readonly uid: string;
  /** Empty: a person whose name was removed. */
  readonly name: string;
}

export interface ExportedHead {
  readonly room: {
    readonly id: string;
    readonly type: RoomType;
    readonly name: string;
    readonly topic: string;
    readonly archived: boolean;
    /** Days; null: for ever. */
    readonly kept: number | null;
  };
  readonly at: number;
  readonly by: ExportedPerson;
  readonly members: ReadonlyArray<ExportedPerson & { readonly isOwner: boolean }>;
}

export type ExportedFile = Pick<ChatFile, "id" | "name" | "bytes"> & {
  /** Files in the archive with the document; null: the export has no files. */
  readonly path: string | null;
};

/** Answers come after the message that they answer. */
export interface ExportedMessage {
  readonly message: ChatMessage;
  readonly files: readonly ExportedFile[];
  readonly reactions: ReadonlyArray<{ readonly emoji: string; readonly by: readonly ExportedPerson[] }>;
}

/** A form: the document in pieces, all of them small. */
export interface ExportForm {
  readonly ending: "json" | "html";
  write(head: ExportedHead, messages: AsyncIterable<readonly ExportedMessage[]>): AsyncGenerator<string>;
}
