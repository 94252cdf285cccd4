import { createFakeClock } from "@callpanel/testkit/fake-clock";
import { expect, it } from "vitest";
import { fakeChatUser } from "../../../../test/fakeChat.ts";
import { createFakeServer, failure } from "../../../../test/fakeServer.ts";
import { fakeVideoRoom } from "../../../../test/fakeVideoRooms.ts";
import { createWire } from "../../../adapters/http/wire.ts";
import { createNotices } from "../../../shared/notices/notices.ts";
import { createWords } from "../../../shared/words/words.ts";
import { addVideo } from "./add.ts";

const ROOM = fakeVideoRoom(9, "Alice Archer and Bob Brandt", { dynamic: true });
const BOB = { ...fakeChatUser("2", "bob", "Bob Brandt"), extension: "102" };
const VIEWER = { user: { firstName: "Alice", lastName: "Archer", username: "alice" } };

function setUp({ here = false, smsFrom = "+14165550100" }: { here?: boolean; smsFrom?: string | undefined } = {}) {
  const server = createFakeServer();
  server.spoil("/video_conferences", { status: 200, body: ROOM });
  server.spoil("/video_conferences/9/invite", { status: 200, body: { told: ["102"] } });
  server.spoil("/users/all_chat_users", { status: 200, body: { total: 1, data: [BOB], others: [] } });
  const wire = createWire({
    fetch: (url, init) => server.fetch(typeof url === "string" ? url : "", init ?? {}),
    apiBase: "/api",
    apiVersion: "v1",
    language: () => "en-US",
  });
  const notices = createNotices({ clock: createFakeClock() });
  const words = createWords();
  const done: unknown[] = [];
  const still = <Value>(value: Value) => ({ get: () => value, subscribe: () => () => undefined });
  const add = (number: string, isOutside = false) =>
    addVideo(
      {
        api: { call: (endpoint, input) => wire.call(endpoint, input, null) },
        notices,
        words: still(words),
        signedIn: still(VIEWER),
        desk: { join: (room, call) => void done.push([room.id, call]) },
        copyText: async (text) => void done.push(`copied ${text}`),
        isHere: () => here,
        smsFrom: () => smsFrom,
        newId: () => "id1",
      },
      { number, name: "Bob Brandt", isOutside },
    );
  const sentTo = (path: string) => server.seenAt(path).map(({ body }) => JSON.stringify(body));
  return { add, done, notices, sentTo, server, told: () => notices.get()[0]?.text };
}

it("VCALL-1 VCALL-3 the room is for this call; a colleague with an open panel is invited there, and nowhere else", async () => {
  const { add, done, sentTo, told } = setUp({ here: true });
  await add("102");
  expect(sentTo("/video_conferences")[0]).toContain("dynamic");
  expect(sentTo("/video_conferences")[0]).toContain("Alice Archer and Bob Brandt");
  expect(done).toEqual([[9, { number: "102", hangsUp: true }]]);
  expect(sentTo("/invite")[0]).toContain("102");
  expect(sentTo("/chats/new_conversation")).toEqual([]);
  expect(told()).toBe("Bob Brandt was asked to join");
});

it("VCALL-3 a colleague without an open panel gets a message; if that is refused, the user copies the link", async () => {
  const { add, done, notices, sentTo, server, told } = setUp();
  server.spoil("/chats/new_conversation", failure(403, "request.forbidden", "no"));
  await add("102");
  expect(sentTo("/chats/new_conversation")[0]).toContain(ROOM.guest.shortUrl);
  expect(told()).toBe("Bob Brandt could not be told. Send the link yourself.");
  const action = notices.get()[0]?.action;
  if (action !== undefined && "run" in action) action.run();
  expect(done).toContain(`copied ${ROOM.guest.shortUrl}`);
});

it("VCALL-3 a person outside gets a text message with the guest's link", async () => {
  const { add, sentTo, server } = setUp();
  server.spoil("/chats/sms_messages/send", failure(409, "sms.carrier", "no carrier"));
  await add("+14165550199", true);
  const [message = ""] = sentTo("/chats/sms_messages/send");
  expect(message).toContain("+14165550199");
  expect(message).toContain(ROOM.guest.shortUrl);
  expect(message).not.toContain(String(ROOM.admin?.shortUrl));
  // A short number gets no text message.
  await add("911", true);
  expect(sentTo("/chats/sms_messages/send")).toHaveLength(1);
  const without = setUp({ smsFrom: undefined });
  await without.add("+14165550199", true);
  expect(without.told()).toBe("Bob Brandt could not be told. Send the link yourself.");
});

it("VCALL-1 if no room can be created, the call goes on and the user sees a message", async () => {
  const { add, done, server, told } = setUp();
  server.spoil("/video_conferences", failure(409, "video.tooMany", "Your company can have 3 video rooms"));
  await add("102");
  expect([done, told()]).toEqual([[], "Your company can have 3 video rooms"]);
});
