import { PRESENCE_STATUSES, type PresenceStatus, type PresenceType } from "@callpanel/contract";
import { sql, type Kysely, type Selectable } from "kysely";
import type { NewAuditLine } from "../../../modules/audit/index.ts";
import type { ChatPresenceStore, KindChange } from "../../../modules/chat/index.ts";
import { foldText } from "../../../kernel/text/search-text.ts";
import { addAuditLine } from "../audit/index.ts";
import { holdRealm } from "../rows.ts";
import { toFlag, type Tables } from "../schema.ts";
import type { ChatDatabase } from "./chat-rows.ts";
import type { ChatTables } from "./chat-tables.ts";

const statusOf = (text: string | null): PresenceStatus => PRESENCE_STATUSES.find((one) => one === text) ?? "online";

const toType = (row: Selectable<ChatTables["chat_presence_types"]>): PresenceType => ({
  id: row.id,
  name: row.name,
  type: statusOf(row.type),
});

export const createChatPresenceStore = (all: Kysely<Tables>): ChatPresenceStore => ({
  ...presencesOf(all.withTables<ChatTables>()),
  ...typesOf(all),
});

type Kinds = Pick<ChatPresenceStore, "types" | "addType" | "changeType" | "removeType">;

function presencesOf(db: ChatDatabase): Omit<ChatPresenceStore, keyof Kinds> {
  return {
    presences: async (realmId, of) => {
      const rows = await db
        .selectFrom("users")
        .leftJoin("chat_presences as chosen", "chosen.user_id", "users.id")
        .leftJoin("chat_presence_types as kind", "kind.id", "chosen.type_id")
        .where("users.realm_id", "=", realmId)
        .$if(of !== "present" && "userIds" in of, (people) =>
          people.where("users.id", "in", of !== "present" && "userIds" in of ? of.userIds : []),
        )
        .$if(of !== "present" && "username" in of, (people) =>
          people.where("users.username", "=", of !== "present" && "username" in of ? of.username : ""),
        )
        .$if(of === "present", (people) =>
          people.where("users.id", "in", db.selectFrom("chat_devices").select("user_id")),
        )
        .select(["users.id", "users.username", "chosen.status", "chosen.message", "chosen.busy_on_calls"])
        .select("kind.id as type_id")
        .select(["kind.name", "kind.type"])
        .select((eb) => {
          const own = eb.selectFrom("chat_devices as device").whereRef("device.user_id", "=", "users.id");
          return [
            own.select(sql<number>`cast(coalesce(sum(device.devices), 0) as bigint)`.as("sum")).as("devices"),
            own.select(sql<number>`cast(coalesce(sum(device.idle), 0) as bigint)`.as("sum")).as("idle"),
            own.select(sql<number>`cast(coalesce(sum(device.calls), 0) as bigint)`.as("sum")).as("calls"),
          ];
        })
        .execute();
      return rows.map((row) => ({
        userId: row.id,
        username: row.username,
        devices: row.devices ?? 0,
        idle: row.idle ?? 0,
        calls: row.calls ?? 0,
        busyOnCalls: row.busy_on_calls === 1,
        chosen:
          row.status === null
            ? undefined
            : {
                status: statusOf(row.status),
                message: row.message ?? "",
                kind:
                  row.type_id === null || row.name === null
                    ? undefined
                    : { id: row.type_id, name: row.name, type: statusOf(row.type) },
              },
      }));
    },
    chosenBusy: async (userIds) => {
      const rows = await db
        .selectFrom("chat_presences as chosen")
        .leftJoin("chat_presence_types as kind", "kind.id", "chosen.type_id")
        .where("chosen.user_id", "in", userIds)
        .where((eb) =>
          eb.or([eb("kind.type", "=", "busy"), eb.and([eb("kind.id", "is", null), eb("chosen.status", "=", "busy")])]),
        )
        .select("chosen.user_id")
        .execute();
      return new Set(rows.map(({ user_id }) => user_id));
    },
    choose: async (userId, { status, typeId }, message) => {
      const chosen = { status, type_id: typeId, ...(message !== undefined && { message }) };
      await db
        .insertInto("chat_presences")
        .values({ user_id: userId, message: "", ...chosen })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet(chosen))
        .execute();
    },
    preferences: async (userId) => {
      const row = await db
        .selectFrom("chat_presences")
        .where("user_id", "=", userId)
        .select(["busy_on_calls", "call_lines"])
        .executeTakeFirst();
      return { busyOnCalls: row?.busy_on_calls === 1, callLines: row?.call_lines !== 0 };
    },
    setPreferences: async (userId, { busyOnCalls, callLines }) => {
      const changed = {
        ...(busyOnCalls !== undefined && { busy_on_calls: toFlag(busyOnCalls) }),
        ...(callLines !== undefined && { call_lines: toFlag(callLines) }),
      };
      if (Object.keys(changed).length === 0) return;
      await db
        .insertInto("chat_presences")
        .values({ user_id: userId, status: "online", message: "", type_id: null, ...changed })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet(changed))
        .execute();
    },
    setCounts: async (server, userId, { devices, idle, calls }) => {
      if (devices === 0 && calls === 0) {
        await db.deleteFrom("chat_devices").where("server", "=", server).where("user_id", "=", userId).execute();
      } else {
        await db
          .insertInto("chat_devices")
          .values({ server, user_id: userId, devices, idle, calls })
          .onConflict((conflict) => conflict.columns(["server", "user_id"]).doUpdateSet({ devices, idle, calls }))
          .execute();
      }
      const person = await db.selectFrom("users").where("id", "=", userId).select("realm_id").executeTakeFirst();
      return person?.realm_id;
    },
    forgetServer: async (server) => {
      const rows = await db.deleteFrom("chat_devices").where("server", "=", server).returning("user_id").execute();
      if (rows.length === 0) return [];
      const ids = rows.map(({ user_id }) => user_id);
      const people = await db.selectFrom("users").where("id", "in", ids).select(["id", "realm_id"]).execute();
      return people.map(({ id, realm_id }) => ({ userId: id, realmId: realm_id }));
    },
  };
}

function typesOf(all: Kysely<Tables>): Kinds {
  const db = all.withTables<ChatTables>();
  const rowsOf = (trx: ChatDatabase, realmId: number) =>
    trx.selectFrom("chat_presence_types").where("realm_id", "=", realmId).selectAll().orderBy("folded_name").execute();
  return {
    types: async (realmId) => (await rowsOf(db, realmId)).map(toType),
    addType: (realmId, { name, type }, { most, ...change }) =>
      all.transaction().execute(async (held) => {
        await holdRealm(held, realmId);
        const trx = held.withTables<ChatTables>();
        const folded = foldText(name);
        const types = await rowsOf(trx, realmId);
        if (types.some(({ folded_name }) => folded_name === folded)) return "exists";
        if (types.length >= most) return "tooMany";
        const { id } = await trx
          .insertInto("chat_presence_types")
          .values({ realm_id: realmId, name, folded_name: folded, type })
          .returning("id")
          .executeTakeFirstOrThrow();
        await noteKind(held, realmId, { ...change, act: "chat.statusAdded", id, name, details: { type } });
        return "added";
      }),
    changeType: (realmId, { id, name, type }, change) =>
      all.transaction().execute(async (held) => {
        await holdRealm(held, realmId);
        const trx = held.withTables<ChatTables>();
        const folded = foldText(name);
        const types = await rowsOf(trx, realmId);
        const before = types.find((one) => one.id === id);
        if (before === undefined) return "gone";
        if (types.some((one) => one.id !== id && one.folded_name === folded)) return "exists";
        await trx
          .updateTable("chat_presence_types")
          .set({ name, folded_name: folded, type })
          .where("id", "=", id)
          .execute();
        if (before.name !== name || before.type !== type) {
          const details = { from: before.name, to: name, fromType: before.type, toType: type };
          await noteKind(held, realmId, { ...change, act: "chat.statusChanged", id, name, details });
        }
        return "changed";
      }),
    removeType: (realmId, id, change) =>
      all.transaction().execute(async (held) => {
        const trx = held.withTables<ChatTables>();
        const removed = await trx
          .deleteFrom("chat_presence_types")
          .where("realm_id", "=", realmId)
          .where("id", "=", id)
          .returning("name")
          .executeTakeFirst();
        if (removed === undefined) return undefined;
        await noteKind(held, realmId, { ...change, act: "chat.statusRemoved", id, name: removed.name, details: {} });
        const rows = await trx
          .updateTable("chat_presences")
          .set({ status: "online", message: "", type_id: null })
          .where("type_id", "=", id)
          .returning("user_id")
          .execute();
        return rows.map(({ user_id }) => user_id);
      }),
  };
}

/** AUDIT-5 */
const noteKind = (
  held: Kysely<Tables>,
  realmId: number,
  {
    id,
    name,
    ...line
  }: KindChange & Pick<NewAuditLine, "act" | "details"> & { readonly id: number; readonly name: string },
): Promise<void> =>
  addAuditLine(held, {
    realmId,
    way: "panel",
    person: null,
    object: { kind: "status", id: String(id), name },
    ...line,
  });
