/** Toggle destinations: a number that leads to one of two places, switched by hand (spec 2 §4, §7). */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { pagedQuery } from "../paging.ts";

/** `target` is a number of the realm or outside, `name` the name of what it leads to. */
const optionSchema = z.object({ destType: z.string(), target: z.string(), name: z.string() });

/** Spec 1 §3, toggle destination. `id` is its number, which leads to the active option; `*44` and the number flips it. */
export const toggleDestinationSchema = z.object({
  id: z.number(),
  name: z.string(),
  activeOpt: z.enum(["A", "B"]),
  optA: optionSchema,
  optB: optionSchema,
  may_write: z.boolean(),
});
export type ToggleDestination = z.infer<typeof toggleDestinationSchema>;

/** Spec 2 §5: one that is not whole is ignored. */
export const isWholeToggle = ({ id, name, activeOpt, optA, optB }: Omit<ToggleDestination, "may_write">): boolean =>
  id > 0 && [name, activeOpt, optA.target, optB.target].every((one) => one !== "");

export const listToggleDestinations = defineEndpoint({
  method: "GET",
  path: "toggle_destinations",
  summary: "The toggle destinations the user may see, by number",
  access: { kind: "read", module: "toggle_destinations" },
  query: pagedQuery,
  response: z.object({ success: z.literal(true), total: z.number(), toggle_dest: z.array(toggleDestinationSchema) }),
});

export const setToggleDestination = defineEndpoint({
  method: "PUT",
  path: "toggle_destinations/{id}",
  summary: "Choose the option that is active",
  access: { kind: "write", module: "toggle_destinations", target: "id" },
  params: z.object({ id: z.coerce.number().check(z.int(), z.gte(1)) }),
  body: z.object({ active_opt: z.enum(["A", "B"]) }),
  response: toggleDestinationSchema,
});
