import type { Buddy, PeopleEvent } from "@callpanel/contract";
import { createFakeClock } from "@callpanel/testkit/clock";
import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import type { Api } from "../../shared/api/api.ts";
import { chatUsersQuery } from "../../shared/chat/chatPeople.ts";
import type { EventsMessage } from "../../shared/live/events.ts";
import { firstBuddiesQuery, myBuddiesQuery } from "./buddies.api.ts";
import { followPeople } from "./people.live.ts";

const buddy = (userId: number, name: string): Buddy => ({
  subscriberId: userId,
  userId,
  username: name.toLowerCase(),
  exten: String(100 + userId),
  name,
  department: null,
  pictureProfileUrl: null,
  registered: true,
  presence: "online",
  contact: null,
  userAgent: null,
  voicemailCount: 3,
  dnd: true,
  forward: null,
  followme: null,
});
const cardOf = ({ userId, username, exten, name, department, pictureProfileUrl }: Buddy) => ({
  userId,
  username,
  exten,
  name,
  department,
  pictureProfileUrl,
});

function open() {
  const clock = createFakeClock();
  const client = new QueryClient();
  // The lists are in the cache: nothing is requested.
  const api: Api = { call: () => Promise.reject(new Error("nothing is requested")) };
  const listeners = new Set<(message: EventsMessage) => void>();
  const stop = followPeople({
    api,
    client,
    clock,
    events: {
      listen: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  });
  const first = firstBuddiesQuery(api).queryKey;
  const mine = myBuddiesQuery(api).queryKey;
  client.setQueryData(first, { total: 2, data: [buddy(1, "Ann"), buddy(2, "Ben")] });
  client.setQueryData(mine, [{ ...buddy(2, "Ben"), sort: 5 }]);
  const say = (message: EventsMessage) => [...listeners].forEach((listener) => listener(message));
  return {
    api,
    client,
    clock,
    stop,
    mine: () => client.getQueryData(mine),
    roster: () => client.getQueryData(first),
    isOld: () => client.getQueryState(first)?.isInvalidated,
    tell: (change: Partial<PeopleEvent>) =>
      say({ type: "event", event: { action: "PEOPLE", realm: "demo", changed: [], removed: [], ...change } }),
    snapshot: () => say({ type: "snapshot", buddies: [], parked: [], clockOffsetMs: 0 }),
  };
}

it("RT-61 a renamed colleague's cards change in place, in the user's own list and in chat too; the state of their phones stays", async () => {
  const { api, client, clock, tell, roster, mine, isOld } = open();
  const users = chatUsersQuery(api).queryKey;
  const ben = { email: "", username: "ben", avatar: null, smsCapable: false, server: null, token: null };
  client.setQueryData(users, {
    total: 1,
    data: [{ ...ben, name: "Ben", extension: "102", chatUserId: "2" }],
    others: [],
  });
  tell({ changed: [{ ...cardOf(buddy(2, "Ben")), name: "Benno", exten: "140", department: "Sales" }] });
  const benno = { name: "Benno", exten: "140", department: "Sales", dnd: true, voicemailCount: 3 };
  expect(roster()).toMatchObject({ total: 2, data: [{ name: "Ann" }, benno] });
  expect(mine()).toMatchObject([{ ...benno, sort: 5 }]);
  expect(client.getQueryData(users)).toMatchObject({ data: [{ name: "Benno", extension: "140", chatUserId: "2" }] });
  await clock.advance(1_000);
  expect(isOld()).toBe(false);
});

it("RT-61 a removed colleague disappears", () => {
  const { tell, roster, mine } = open();
  tell({ removed: [2] });
  expect(roster()).toMatchObject({ total: 1, data: [{ name: "Ann" }] });
  expect(mine()).toEqual([]);
});

it("RT-61 the list loads again for a new colleague, for many, and after a lost connection; not after stop", async () => {
  for (const act of ["new", "many", "snapshots"] as const) {
    const { clock, tell, snapshot, isOld } = open();
    snapshot();
    if (act === "new") tell({ changed: [cardOf(buddy(3, "Cy"))] });
    if (act === "many") tell({});
    if (act === "snapshots") snapshot();
    expect(isOld()).toBe(false);
    await clock.advance(250);
    expect(isOld()).toBe(true);
  }
  const { clock, stop, tell, isOld } = open();
  stop();
  tell({});
  await clock.advance(1_000);
  expect(isOld()).toBe(false);
});
