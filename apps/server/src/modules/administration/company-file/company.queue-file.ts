import { EXTENSION, USERNAME } from "@callpanel/contract";
import * as z from "zod/mini";
import { DEFAULT_QUEUE, MOST_PENALTY, QUEUE_FIELDS, type ConfiguredQueue } from "../../queues/index.ts";

import type { QueueMemberDraft } from "../company.queues.ts";

/** The queues of a company file. Every scalar is text. */

const flag = z.enum(["true", "false"], "must be true or false");
const memberSchema = z.strictObject({
  user: z.string().check(z.regex(USERNAME, "must be lower-case letters, digits, . _ -")),
  penalty: z.optional(
    z
      .string()
      .check(
        z.refine((text) => /^\d{1,3}$/.test(text) && Number(text) <= MOST_PENALTY, `must be 0 to ${MOST_PENALTY}`),
      ),
  ),
  login: z.optional(z.enum(["always", "by_code"], "must be always or by_code")),
  ring_in_use: z.optional(flag),
});
const fixedSchema = z.object({
  number: z.string().check(z.regex(EXTENSION, "must be 2 to 8 digits")),
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  members: z.optional(z.array(memberSchema)),
});

/** Number, name, members, and any of the settings by its name. */
export const queueSchema = z.pipe(
  z.record(z.string(), z.unknown()),
  z.transform((written, context) => {
    const { number, name, members, ...texts } = written;
    const fixed = z.safeParse(fixedSchema, { number, name, ...(members === undefined ? {} : { members }) });
    for (const issue of fixed.error?.issues ?? []) {
      const path = issue.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
      context.issues.push({ code: "custom", path, input: written, message: issue.message });
    }
    const { settings, faults } = QUEUE_FIELDS.read(texts);
    for (const { name: field, message } of faults)
      context.issues.push({ code: "custom", path: [field], input: texts[field], message });
    if (!fixed.success || faults.length > 0) return z.NEVER;
    return {
      number: fixed.data.number,
      name: fixed.data.name,
      ...(Object.keys(settings).length === 0 ? {} : { settings }),
      ...(fixed.data.members === undefined ? {} : { members: fixed.data.members.map(toMember) }),
    };
  }),
);

const toMember = ({ user, penalty, login, ring_in_use }: z.infer<typeof memberSchema>): QueueMemberDraft => ({
  username: user,
  penalty: Number(penalty ?? "0"),
  login: login === "by_code" ? "byCode" : "always",
  ...(ring_in_use === undefined ? {} : { ringInUse: ring_in_use === "true" }),
});

/** The reverse; settings with their default are left out. */
export function writeQueue(
  { number, name, configuration, members }: ConfiguredQueue,
  usernameOf: (userId: number) => string | undefined,
): Readonly<Record<string, unknown>> {
  const defaults = new Map(QUEUE_FIELDS.write(DEFAULT_QUEUE).map((field) => [field.name, field.value]));
  const changed = QUEUE_FIELDS.write(configuration).filter((field) => defaults.get(field.name) !== field.value);
  const people = members.flatMap(({ agentId, penalty, login, ringInUse }) => {
    const user = usernameOf(agentId);
    const inUse = ringInUse === undefined ? {} : { ring_in_use: ringInUse };
    return user === undefined
      ? []
      : { user, ...(penalty === 0 ? {} : { penalty }), ...(login === "byCode" ? { login: "by_code" } : {}), ...inUse };
  });
  return {
    number,
    name,
    ...Object.fromEntries(changed.map((field) => [field.name, field.value])),
    ...(people.length === 0 ? {} : { members: people }),
  };
}
