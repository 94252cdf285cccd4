import { endpoints } from "@callpanel/contract";
import type { PhoneCall } from "@callpanel/testkit";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { allowVideo, meetingDoor, secretOf, type MeetingPeer } from "../../../../test/meeting-peer.ts";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../../../test/test-sockets.ts";
import { WAIT } from "../../../../test/wait.ts";

const ROOMS = "/api/v1/video_conferences";
const NUMBER = "850";
const TELEPHONES = { video_telephony: "yes", video_number: NUMBER, video_outside_number: "+15145550199" };

describe("telephones in meetings", () => {
  let server: TestServer;
  let sockets: TestSockets;
  let door: ReturnType<typeof meetingDoor>;
  const calls: PhoneCall[] = [];
  beforeEach(async () => {
    server = await createTestServer();
    sockets = await openSockets(server);
    await allowVideo(server, TELEPHONES);
    door = meetingDoor(server, sockets);
  });
  afterEach(async () => {
    for (const call of calls.splice(0)) {
      call.hangUp();
      await call.until("ended");
    }
    sockets.cut();
    await server.remove();
  });

  /** Alice leads a room, and is in it. */
  const begin = async (room: object = {}) => {
    const created = await door.createRoom(room);
    const alice = await door.person("alice", created.id);
    await alice.next("joined");
    return { room: created, roomNumber: created.phone?.roomNumber ?? "", alice };
  };
  const dial = async (who: string, number = NUMBER): Promise<PhoneCall> => {
    const call = (await sockets.registered(who)).call(number);
    calls.push(call);
    await call.until("talking");
    return call;
  };
  const keys = (call: PhoneCall, digits: string): void => {
    const port = server.media.portOf(call.remoteSdp);
    for (const digit of digits) port.emit({ kind: "digit", digit: asDigit(digit), durationMs: 100 });
  };
  /** Waits for a prompt, and plays it to its end. */
  const hears = async (call: PhoneCall, key: string): Promise<void> => {
    const port = server.media.portOf(call.remoteSdp);
    await vi.waitFor(() => {
      const source = port.hearsNow;
      const name = source.kind === "file" ? source.path.replace(/^.*\/|\.opus$/g, "") : source.kind;
      expect(name).toBe(key);
      if (source.kind !== "file") return;
      const { path, token } = source;
      port.emit({ kind: "played", path, ...(token !== undefined && { token }) });
    }, WAIT);
  };
  const waitingId = async (alice: MeetingPeer, name: string): Promise<string> => {
    const { people } = await alice.next("waiting", (frame) => frame.people.some((one) => one.name === name));
    return people.find((one) => one.name === name)?.id ?? "";
  };
  const isIn = (alice: MeetingPeer, id: string, fits: (one: { microphone: boolean }) => boolean = () => true) =>
    alice.next("participant", ({ participant }) => participant.id === id && fits(participant));
  const media = () => server.media.videoRooms.at(-1);
  const voiceOf = (call: PhoneCall) => server.media.portOf(call.remoteSdp).id;

  it("VPHONE-2 VPHONE-3 a telephone waits in the lobby with its name, is admitted, is attached with its voice, hears the voices of the room, and is muted and removed by the admin", async () => {
    const { alice, roomNumber } = await begin();
    const call = await dial("bob");
    keys(call, `${roomNumber}#`);
    const id = await waitingId(alice, "Bob Brandt");
    await hears(call, "video-waits");
    expect([...(media()?.attached.keys() ?? [])]).toEqual([]);
    expect(await alice.order({ order: "admit", participant: id })).toMatchObject({ type: "done" });
    const { participant } = await isIn(alice, id);
    expect(participant).toMatchObject({
      name: "Bob Brandt",
      role: "guest",
      user_id: null,
      telephone: true,
      microphone: true,
      camera: false,
    });
    expect(media()?.attached.get(id)).toBe(voiceOf(call));
    expect(media()?.blocked.get(id)).toEqual(["camera", "screen", "screen-sound"]);
    const voices = [{ id: "7/alice" }];
    media()?.emit({ kind: "voices", participant: id, voices });
    const port = server.media.portOf(call.remoteSdp);
    expect(port.hearsNow).toEqual({ kind: "mix", ports: voices });

    await alice.order({ order: "mute", what: "microphone", participant: id });
    await isIn(alice, id, ({ microphone }) => !microphone);
    expect(media()?.blocked.get(id)).toContain("voice");
    await hears(call, "conference-muted");
    keys(call, "*6");
    await vi.waitFor(() => expect(media()?.blocked.get(id)).not.toContain("voice"), WAIT);

    await alice.order({ order: "remove", participant: id });
    await alice.next("gone", (frame) => frame.participant === id);
    expect(media()?.attached.has(id)).toBe(false);
    await hears(call, "goodbye");
    expect(await call.until("ended")).toBe("ended");
    // It has been removed, so it waits again, with the same telephone.
    const again = await dial("bob");
    keys(again, `${roomNumber}#`);
    await vi.waitFor(() => {
      const last = alice.frames.filter((frame) => frame.type === "waiting").at(-1);
      expect(last?.people.map(({ name }) => name)).toEqual(["Bob Brandt"]);
    }, WAIT);
    again.hangUp();
    await vi.waitFor(
      () => expect(alice.frames.filter((frame) => frame.type === "waiting").at(-1)?.people).toEqual([]),
      WAIT,
    );
  });

  it("VPHONE-11 VPHONE-12 the guests' PIN leads to the lobby, the admins' PIN makes an admin, wrong ones are counted over all calls, and a locked meeting says so", async () => {
    const { alice, room, roomNumber } = await begin({ guestPin: "2468", adminPin: "97531" });
    expect(room.phone).toEqual({ number: NUMBER, outsideNumber: "+15145550199", roomNumber });
    const admin = await dial("bob");
    keys(admin, `${roomNumber}#`);
    await hears(admin, "enter-pin");
    keys(admin, "97531#");
    const { participant } = await alice.next("participant", (frame) => frame.participant.telephone);
    expect(participant).toMatchObject({ name: "Bob Brandt", role: "admin" });
    const guest = await dial("carol");
    keys(guest, `${roomNumber}#`);
    await hears(guest, "enter-pin");
    keys(guest, "2468#");
    await waitingId(alice, "Carol Chen");
    guest.hangUp();
    await alice.order({ order: "lock", on: true });
    const late = await dial("carol");
    keys(late, `${roomNumber}#`);
    await hears(late, "enter-pin");
    keys(late, "2468#");
    await hears(late, "conference-locked");
    await hears(late, "goodbye");
    await late.until("ended");
    // Five wrong PINs, in two calls: then the right one is refused too.
    for (const tries of [3, 2]) {
      const thief = await dial("dave");
      keys(thief, `${roomNumber}#`);
      for (let time = 0; time < tries; time += 1) {
        await hears(thief, "enter-pin");
        keys(thief, "1111#");
        await hears(thief, "wrong-pin");
      }
      thief.hangUp();
      await thief.until("ended");
    }
    const locked = await dial("dave");
    keys(locked, `${roomNumber}#`);
    await hears(locked, "enter-pin");
    keys(locked, "2468#");
    await hears(locked, "locked");
  });

  it("VPHONE-16 prompts are in the room's language, or in the company's", async () => {
    const { roomNumber } = await begin({ guestPin: "2468", language: "fr" });
    const languageOf = async (call: PhoneCall, key: string) => {
      await vi.waitFor(() => {
        const source = server.media.portOf(call.remoteSdp).hearsNow;
        expect(source.kind === "file" && source.path).toContain(`/${key}.opus`);
      }, WAIT);
      const source = server.media.portOf(call.remoteSdp).hearsNow;
      return source.kind === "file" ? source.path.split("/").at(-2) : undefined;
    };
    const call = await dial("bob");
    expect(await languageOf(call, "video-room-number")).toBe("en");
    keys(call, `${roomNumber}#`);
    expect(await languageOf(call, "enter-pin")).toBe("fr");
    await allowVideo(server, { ...TELEPHONES, language: "fr-CA" });
    const french = await dial("carol");
    await vi.waitFor(async () => expect(await languageOf(french, "video-room-number")).toBe("fr"), WAIT);
  });

  it("VPHONE-17 wrong PINs of telephones and of links are counted together; people who gave the PIN before can continue, by link and by telephone", async () => {
    const { room, roomNumber } = await begin({ guestPin: "2468" });
    const byLink = async (pin: string, name = "Eve") => {
      const link = secretOf(room.guest.shortUrl);
      return (await door.publicPost("enter", { link, name, pin })).body;
    };
    const known = await dial("bob");
    keys(known, `${roomNumber}#`);
    await hears(known, "enter-pin");
    keys(known, "2468#");
    await hears(known, "video-waits");
    const thief = await dial("dave");
    keys(thief, `${roomNumber}#`);
    for (let time = 0; time < 3; time += 1) {
      await hears(thief, "enter-pin");
      keys(thief, "1111#");
      await hears(thief, "wrong-pin");
    }
    for (const pin of ["1112", "1113"]) expect(await byLink(pin)).toMatchObject({ code: "video.pinWrong" });
    expect(await byLink("2468")).toMatchObject({ code: "video.pinLocked" });
    const stranger = await dial("carol");
    keys(stranger, `${roomNumber}#`);
    await hears(stranger, "enter-pin");
    keys(stranger, "2468#");
    await hears(stranger, "locked");
    known.hangUp();
    await known.until("ended");
    const again = await dial("bob");
    keys(again, `${roomNumber}#`);
    await hears(again, "enter-pin");
    keys(again, "2468#");
    await hears(again, "video-waits");
    await server.clock.advance(60_000);
    expect(await byLink("2468")).toMatchObject({ provider: "embedded" });
  });

  it("VPHONE-10 numbers of rooms that have ended, do not exist, or belong to nobody get the same answer", async () => {
    const ended = await door.createRoom({ expireDate: server.clock.now() + 60_000 });
    const gone = await door.createRoom();
    await server.send("DELETE", `${ROOMS}/${gone.id}`, "alice");
    await server.clock.advance(60_000);
    for (const number of [ended.phone?.roomNumber, gone.phone?.roomNumber, "100000001", "12"]) {
      const call = await dial("bob");
      keys(call, `${number}#`);
      await hears(call, "wrong-pin");
      await hears(call, "video-room-number");
      call.hangUp();
      await call.until("ended");
    }
  });

  it("VPHONE-14 the call ends with the meeting, and when the telephone hangs up it leaves the list", async () => {
    const { alice, roomNumber } = await begin({ adminPin: "97531" });
    const join = async (who: string) => {
      const call = await dial(who);
      keys(call, `${roomNumber}#`);
      await hears(call, "conference-admin-pin");
      keys(call, "97531#");
      return call;
    };
    const bob = await join("bob");
    const { participant } = await alice.next("participant", (frame) => frame.participant.name === "Bob Brandt");
    bob.hangUp();
    await alice.next("gone", (frame) => frame.participant === participant.id);
    const carol = await join("carol");
    await alice.next("participant", (frame) => frame.participant.name === "Carol Chen");
    await alice.order({ order: "end" });
    await hears(carol, "goodbye");
    expect(await carol.until("ended")).toBe("ended");
    expect(media()?.closed).toBe(true);
  });

  it("VPHONE-5 new links leave telephones in the meeting; when the company bans telephones they are removed within ten seconds, and the number no longer works", async () => {
    const { alice, room, roomNumber } = await begin({ adminPin: "97531" });
    const call = await dial("bob");
    keys(call, `${roomNumber}#`);
    await hears(call, "conference-admin-pin");
    keys(call, "97531#");
    const { participant } = await alice.next("participant", (frame) => frame.participant.telephone);
    await server.send("POST", `${ROOMS}/${room.id}/links`, "alice");
    for (let time = 0; time < 3; time += 1) await server.clock.advance(5_000);
    expect(await alice.order({ order: "mute", what: "microphone", participant: participant.id })).toMatchObject({
      type: "done",
    });
    await allowVideo(server, { ...TELEPHONES, video_telephony: "no" });
    for (let time = 0; time < 2; time += 1) await server.clock.advance(5_000);
    await alice.next("gone", (frame) => frame.participant === participant.id);
    const none = (await sockets.registered("carol")).call(NUMBER);
    await none.until("ended");
    expect(none.statuses.at(-1)).toBe(404);
    const { body } = await server.get(`${ROOMS}/${room.id}`, "alice");
    expect(body).not.toHaveProperty("phone");
  });

  it("VPHONE-30 VPHONE-32 VPHONE-33 an admin calls a colleague's telephone into the locked meeting, who joins on answering; the admin is notified of a declined call; people from outside the company call nobody", async () => {
    const { alice, room } = await begin({ adminPin: "97531", callerIdName: "Acme weekly" });
    await alice.order({ order: "lock", on: true });
    const bob = await sockets.registered("bob");
    expect(await alice.order({ order: "call", number: "102" })).toMatchObject({ type: "done" });
    const { people } = await alice.next("calling", (frame) => frame.people.some(({ name }) => name === "Bob Brandt"));
    const ring = await bob.incoming();
    calls.push(ring);
    expect(ring.invite?.from).toMatchObject({ displayName: "Acme weekly" });
    await ring.answer();
    const { participant } = await alice.next("participant", (frame) => frame.participant.telephone);
    expect(participant).toMatchObject({ id: people[0]?.id, name: "Bob Brandt", role: "guest" });
    expect(media()?.attached.get(participant.id)).toBe(voiceOf(ring));
    await vi.waitFor(
      () => expect(alice.frames.filter(({ type }) => type === "calling").at(-1)).toMatchObject({ people: [] }),
      WAIT,
    );
    const carol = await sockets.registered("carol");
    await alice.order({ order: "call", number: "103" });
    (await carol.incoming()).reject(486);
    expect(await alice.next("missed")).toMatchObject({ name: "Carol Chen", why: "declined" });
    expect(await alice.order({ order: "call", number: "999999" })).toMatchObject({ code: "sipua.error.destination" });
    expect(await alice.order({ order: "call", number: "911" })).toMatchObject({ code: "sipua.error.destination" });
    await alice.order({ order: "lock", on: false });
    const link = await door.enter(await door.linkTicket(secretOf(room.admin?.shortUrl ?? ""), "Eve", "97531"));
    expect(await link.next("joined")).toMatchObject({ role: "admin", may_call: false });
    expect(await link.order({ order: "call", number: "103" })).toMatchObject({ code: "video.callers" });
    const dave = await door.person("dave", room.id);
    await dave.next("joined");
    expect(await dave.order({ order: "call", number: "103" })).toMatchObject({ code: "video.adminsOnly" });
    await allowVideo(server, { ...TELEPHONES, video_telephony: "no" });
    expect(await alice.order({ order: "call", number: "103" })).toMatchObject({ code: "video.noTelephones" });
  });

  it("VREC-1 VREC-3 VREC-5 a meeting is recorded into the history of the user who started it, with chapters; telephones hear a message; other participants do not have the recording", async () => {
    await allowVideo(server, { ...TELEPHONES, video_recording: "yes" });
    const { alice, roomNumber, room } = await begin({ adminPin: "97531", recording: true });
    const carol = await door.person("carol", room.id);
    await carol.next("joined");
    const call = await dial("bob");
    keys(call, `${roomNumber}#`);
    await hears(call, "conference-admin-pin");
    keys(call, "97531#");
    const { participant } = await alice.next("participant", (frame) => frame.participant.telephone);
    expect(await alice.order({ order: "record", on: true })).toMatchObject({ type: "done" });
    await carol.next("meeting", ({ recording }) => recording);
    await hears(call, "conference-recorded");
    await vi.waitFor(() => expect(media()?.attached.has("recorder")).toBe(true), WAIT);
    const voices = [{ id: "7/alice" }, { id: voiceOf(call) }];
    media()?.emit({ kind: "voices", participant: "recorder", voices });
    const inner = server.media.innerPorts.at(-1);
    expect(inner?.hearsNow).toEqual({ kind: "mix", ports: voices });
    expect(inner?.recordings[0]?.path).toMatch(/recordings\/[0-9a-f]{32}\.\w+$/);
    const late = await door.person("dave", room.id);
    expect(await late.next("joined")).toMatchObject({ recording: true, may_record: true, role: "guest" });
    await server.clock.advance(3_000);
    await alice.order({ order: "remove", participant: participant.id });
    await alice.order({ order: "record", on: false });
    await carol.next("meeting", ({ recording }) => !recording);
    const list = async (who: string) => {
      const { body } = await server.get("/api/v1/cdrs/friendly_calls_by_date?limit=100", who);
      return endpoints.listCalls.response.parse(body).data.filter(({ recording }) => recording);
    };
    const ofMeeting = async () =>
      (await list("alice")).filter(({ destination, duration }) => destination === "video_conference" && duration >= 3);
    await expect.poll(async () => (await ofMeeting()).length, WAIT).toBe(1);
    const [stored] = await ofMeeting();
    const { body } = await server.get(`/api/v1/cdrs/${stored?.id}`, "alice");
    const { recordings } = endpoints.getCall.response.parse(body);
    expect(recordings.map(({ chapters }) => chapters)).toEqual([
      [
        { offset_ms: 0, kind: "came", name: "Alice Archer" },
        { offset_ms: 0, kind: "came", name: "Carol Chen" },
        { offset_ms: 0, kind: "came", name: "Bob Brandt" },
        { offset_ms: expect.any(Number), kind: "came", name: "Dave Diaz" },
        { offset_ms: expect.any(Number), kind: "left", name: "Bob Brandt" },
      ],
    ]);
    expect((await server.get(`/api/v1/cdrs/${stored?.id}/recording`, "bob")).status).toBe(404);
    expect((await list("bob")).map(({ id }) => id)).not.toContain(stored?.id);
  });

  it("VPHONE-21 the history has a call to a room as a video conference", async () => {
    const call = await dial("bob");
    await hears(call, "video-room-number");
    call.hangUp();
    await call.until("ended");
    await expect
      .poll(async () => {
        const { body } = await server.get("/api/v1/cdrs/friendly_calls_by_date?limit=100&search=850", "bob");
        return endpoints.listCalls.response.parse(body).data.map(({ to, destination }) => `${to} ${destination}`);
      }, WAIT)
      .toEqual(["850 video_conference"]);
  });

  it("VPHONE-1 the number of the company's telephones, and the one from outside, lead to the door; a number that means something else keeps its meaning", async () => {
    for (const number of [NUMBER, "+15145550199", "15145550199"]) {
      const call = await dial("bob", number);
      await hears(call, "video-room-number");
      call.hangUp();
      await call.until("ended");
    }
    await allowVideo(server, { ...TELEPHONES, video_number: "103" });
    const carol = await sockets.registered("carol");
    const call = (await sockets.registered("bob")).call("103");
    calls.push(call);
    await (await carol.incoming()).answer();
    expect(await call.until("talking")).toBe("talking");
  });
});

const DIGITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "#"] as const;
function asDigit(text: string) {
  const digit = DIGITS.find((one) => one === text);
  if (digit === undefined) throw new Error(`no digit: ${text}`);
  return digit;
}
