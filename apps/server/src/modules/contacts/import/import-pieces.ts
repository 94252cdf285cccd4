import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import * as z from "zod/mini";
import type { Clock } from "../../../kernel/clock.ts";
import type { Kept, ShortLived } from "../../../kernel/short-lived/short-lived.ts";
import { readContactFile, type ContactFile } from "./contact-file.ts";
import type { ImportState } from "./import-state.ts";
import type { CheckedRow, Duplicate } from "./import.model.ts";

/** Longer than anyone works on one import. */
const KEPT_MS = 14_400_000;
const PIECE_BYTES = 196_608;
const DUPLICATES_PER_PIECE = 200;

const FILE = { name: "contact import file", schema: z.string(), most: 2_000, maxChars: 300_000 };
const DUPLICATES = {
  name: "contact import duplicates",
  schema: z.array(
    z.object({
      at: z.number(),
      contactId: z.nullable(z.number()),
      row: z.nullable(z.number()),
      name: z.string(),
      by: z.enum(["number", "email", "name"]),
    }),
  ),
  most: 4_000,
  maxChars: 1_000_000,
};

type Check = Pick<ImportState, "id" | "check" | "duplicatePieces">;

export type ImportPieces = ReturnType<typeof createImportPieces>;

/** Files of imports, and the duplicates that a check has found, in pieces, for other servers. Without other servers nothing is kept. */
export function createImportPieces(shortLived: ShortLived, clock: Pick<Clock, "now">) {
  const { isShared } = shortLived;
  const [files, duplicates] = [shortLived.open(FILE), shortLived.open(DUPLICATES)];
  const kept = <Value>(value: Value): Kept<Value> => ({ value, expiresAt: clock.now() + KEPT_MS });

  const removeDuplicates = async ({ id, check, duplicatePieces }: Check): Promise<void> => {
    for (let at = 0; at < duplicatePieces; at += 1) await duplicates.take(`${id} ${check} ${at}`);
  };
  return {
    /** @returns how many pieces */
    storeFile: async (id: string, bytes: Uint8Array): Promise<number> => {
      if (!isShared) return 0;
      const packed = await promisify(gzip)(bytes);
      const count = Math.ceil(packed.length / PIECE_BYTES);
      for (let at = 0; at < count; at += 1) {
        const text = packed.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES).toString("base64");
        await files.change(`${id} ${at}`, () => kept(text));
      }
      return count;
    },
    /** @returns how many pieces */
    storeDuplicates: async (id: string, check: string, rows: readonly CheckedRow[]): Promise<number> => {
      if (!isShared) return 0;
      const found = rows.flatMap(({ row: at, duplicate }) => (duplicate === null ? [] : [{ at, ...duplicate }]));
      const count = Math.ceil(found.length / DUPLICATES_PER_PIECE);
      for (let at = 0; at < count; at += 1) {
        const part = found.slice(at * DUPLICATES_PER_PIECE, (at + 1) * DUPLICATES_PER_PIECE);
        await duplicates.change(`${id} ${check} ${at}`, () => kept(part));
      }
      return count;
    },
    fileOf: async ({ id, filePieces }: ImportState): Promise<ContactFile | undefined> => {
      const parts: Buffer[] = [];
      for (let at = 0; at < filePieces; at += 1) {
        const part = await files.find(`${id} ${at}`);
        if (part === undefined) return undefined;
        parts.push(Buffer.from(part, "base64"));
      }
      return parts.length === 0 ? undefined : readContactFile(await promisify(gunzip)(Buffer.concat(parts)));
    },
    /** By row. Undefined: a piece is missing. */
    duplicatesOf: async ({
      id,
      check,
      duplicatePieces,
    }: Check): Promise<ReadonlyMap<number, Duplicate> | undefined> => {
      const found = new Map<number, Duplicate>();
      for (let at = 0; at < duplicatePieces; at += 1) {
        const part = await duplicates.find(`${id} ${check} ${at}`);
        if (part === undefined) return undefined;
        for (const { at: row, ...duplicate } of part) found.set(row, duplicate);
      }
      return found;
    },
    removeDuplicates,
    remove: async (state: ImportState): Promise<void> => {
      await removeDuplicates(state);
      for (let at = 0; at < state.filePieces; at += 1) await files.take(`${state.id} ${at}`);
    },
  };
}
