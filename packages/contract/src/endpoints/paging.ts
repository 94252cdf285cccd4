/** What queries have in common. In every paged list `start` is the zero-based index of the first row, `limit` the most rows wanted. */
import * as z from "zod/mini";

const wholeNumber = (min: number, max: number) => z.coerce.number().check(z.int(), z.gte(min), z.lte(max));

export const startSchema = z._default(wholeNumber(0, 10_000_000), 0);
export const limitSchema = z.optional(wholeNumber(1, 1_000));
export const searchSchema = z._default(z.string().check(z.maxLength(200)), "");

export const pagedQuery = z.object({ start: startSchema, limit: limitSchema });
export const searchedQuery = z.object({ start: startSchema, limit: limitSchema, search: searchSchema });

/** Yes or no in an address or a form. */
export const flagSchema = z.pipe(
  z.union([z.boolean(), z.enum(["true", "false", "1", "0", "null", ""])]),
  z.transform((value) => value === true || value === "true" || value === "1"),
);
