/** What lists of chat are asked with, and how they are answered. */
import * as z from "zod/mini";
import { PAGE_SIZE } from "../../limits.ts";
import { searchSchema } from "../paging.ts";

export const whole = (min: number, max: number) => z.coerce.number().check(z.int(), z.gte(min), z.lte(max));

/** Sorted by the last message, or by name. */
export const chatListQuery = z.object({
  limit: z._default(whole(1, 1_000), PAGE_SIZE.chats),
  offset: z._default(whole(0, 1_000_000), 0),
  sort_property: z._default(z.enum(["lm", "name"]), "lm"),
  /** -1: the latest first, or from Z to A. */
  sort_direction: z._default(z.enum(["1", "-1"]), "-1"),
  search: searchSchema,
});
export const listed = <Item extends z.ZodMiniType>(item: Item) => z.object({ total: z.number(), data: z.array(item) });
