import type { ChatFile, ChatMessage } from "@callpanel/contract";
import { pictureSize } from "../../files/files.model.ts";
import type { Row } from "./rows.model.ts";

/**
 * About how high messages are (CHATUI-65), px. Rather too low: with a row too many a room is shown sooner than with one that is
 * missed when the others are laid out.
 */
const LINE_PX = 21;
/** In a wide window. */
const LINE_CHARS = 110;
const HEAD_PX = 22;
const PADDING_PX = { first: 12, continuing: 4 } as const;
const SEPARATOR_PX = 33;
const CARD_PX = 48;
const BELOW_PX = 30;

export interface Body {
  readonly text: string;
  readonly files: readonly ChatFile[];
}

/** Of a text and its files, which lie side by side where there is room. */
export function bodyPx({ text, files }: Body): number {
  const lines = text === "" ? [] : text.split("\n");
  const count = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_CHARS)), 0);
  return count * LINE_PX + Math.max(0, ...files.map(filePx));
}

const filePx = (file: ChatFile): number => (file.kind === "picture" ? pictureSize(file).height : CARD_PX);

/** Of a row of a room. */
export function rowPx({ message, continues, isNewDay, isFirstNew }: Row): number {
  const separators = (Number(isNewDay) + Number(isFirstNew)) * SEPARATOR_PX;
  const frame = continues ? PADDING_PX.continuing : PADDING_PX.first + HEAD_PX;
  return separators + frame + contentPx(message);
}

function contentPx({ text, files, deleted, call, reactions, replies }: ChatMessage): number {
  if (deleted || call !== undefined) return LINE_PX;
  const below = Number(reactions.length > 0) + Number(replies !== null);
  return bodyPx({ text, files }) + below * BELOW_PX;
}
