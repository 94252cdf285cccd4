import type { ChatFile, ChatMessage } from "@callpanel/contract";
import { pictureSize } from "../../files/files.model.ts";
import type { Row } from "./rows.model.ts";

/**
 * About how high messages are (CHATUI-65), px. Rather too low: with a row too many a room is shown sooner than with one that is
 * missed when the others are laid out.
 */
const LINE_PX = 21;
/** Text is narrower than this only with many narrow letters. */
const CHAR_PX = 6.2;
/** Beside the text: the picture of its author, and the paddings. */
const BESIDE_PX = 80;
const HEAD_PX = 22;
const PADDING_PX = { first: 12, continuing: 4 } as const;
const SEPARATOR_PX = 33;
const CARD_PX = 48;
const BELOW_PX = 30;
const MARKS_PX = 17;

export interface Body {
  readonly text: string;
  readonly files: readonly ChatFile[];
}

/** Of a text and its files, which lie side by side where there is room, in a log of this width. */
export function bodyPx({ text, files }: Body, widthPx: number): number {
  const lineChars = Math.max(1, (widthPx - BESIDE_PX) / CHAR_PX);
  const lines = text === "" ? [] : text.split("\n");
  const count = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineChars)), 0);
  return count * LINE_PX + Math.max(0, ...files.map(filePx));
}

const filePx = (file: ChatFile): number => (file.kind === "picture" ? pictureSize(file).height : CARD_PX);

/** Of a row of a room. */
export function rowPx({ message, state, continues, isNewDay, isFirstNew }: Row, widthPx: number): number {
  const separators = (Number(isNewDay) + Number(isFirstNew)) * SEPARATOR_PX;
  const frame = continues ? PADDING_PX.continuing : PADDING_PX.first + HEAD_PX;
  // Beside the name, where there is one.
  const isMarked = state === "read" || message.edited_at !== null || message.pinned_by !== null;
  return separators + frame + contentPx(message, widthPx) + (continues && isMarked ? MARKS_PX : 0);
}

function contentPx({ text, files, deleted, call, reactions, replies }: ChatMessage, widthPx: number): number {
  if (deleted || call !== undefined) return LINE_PX;
  const below = Number(reactions.length > 0) + Number(replies !== null);
  return bodyPx({ text, files }, widthPx) + below * BELOW_PX;
}
