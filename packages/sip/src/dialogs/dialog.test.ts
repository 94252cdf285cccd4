import { describe, expect, test } from "vitest";
import { readRequest, readResponse, requestText } from "../../test/read.ts";
import { createRandom } from "../../test/random.ts";
import { createResponse, header, headers } from "../text/message.ts";
import type { SipRequest, SipResponse } from "../text/message.ts";
import { referTo } from "../text/fields.ts";
import { parseSipfrag, sipfrag } from "../text/sipfrag.ts";
import { parseUri, serializeUri } from "../text/uri.ts";
import { createUacDialog, createUasDialog, dialogKey, dialogKeyOfRequest, dialogKeyOfResponse } from "./dialog.ts";
import type { Dialog } from "./dialog.ts";
import { glareRefusal, glareRetryMs } from "./glare.ts";
import { NO_OFFER, stepOffer } from "./offer-answer.ts";
import type { OfferEvent, OfferState } from "./offer-answer.ts";
import { matchReplaces, parseReplaces, replacesForPeer, serializeReplaces } from "./replaces.ts";

const invite = (parts: Parameters<typeof requestText>[0] = {}): SipRequest => readRequest(requestText(parts));

const answer = (request: SipRequest, status = 200, routes: readonly string[] = []): SipResponse => ({
  ...createResponse(request, status, {
    toTag: "bobtag",
    headers: [["Contact", "<sip:b1@phone2.invalid;transport=ws>"]],
  }),
  headers: [
    ...routes.map((route) => ["Record-Route", route] as const),
    ["Contact", "<sip:b1@phone2.invalid;transport=ws>"],
  ],
});

const must = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error("undefined");
  return value;
};

const uas = (parts: Parameters<typeof requestText>[0] = {}): Dialog =>
  must(createUasDialog(invite(parts), "servertag"));
const uac = (status = 200, routes: readonly string[] = []): Dialog =>
  must(createUacDialog(invite(), answer(invite(), status, routes)));

describe("SIP-50 a dialog", () => {
  test("SIP-50 created by the answering side it has this side's tag and the peer's Contact", () => {
    const dialog = uas();
    expect(dialog).toMatchObject({
      role: "uas",
      phase: "early",
      callId: "call-1",
      localTag: "servertag",
      remoteTag: "alicetag",
    });
    expect(serializeUri(dialog.remoteTarget)).toBe("sip:a1@phone1.invalid;transport=ws");
    expect(dialog.key).toBe(dialogKey("call-1", "servertag", "alicetag"));
  });

  test("SIP-50 created by the calling side it is early after 180 and confirmed after 200", () => {
    expect(uac(180)).toMatchObject({ role: "uac", phase: "early", localTag: "alicetag", remoteTag: "bobtag" });
    const early = uac(180);
    early.receiveResponse(answer(invite()));
    expect(early.phase).toBe("confirmed");
    expect(uac(200).phase).toBe("confirmed");
  });

  test("SIP-50 it needs a Contact and, from a response, a tag and a status of 101 to 299", () => {
    const request = invite();
    expect(createUasDialog({ ...request, headers: [] }, "t")).toBeUndefined();
    expect(createUacDialog(request, { ...answer(request), headers: [] })).toBeUndefined();
    expect(createUacDialog(request, { ...answer(request), to: request.to })).toBeUndefined();
    for (const status of [100, 300, 486]) expect(createUacDialog(request, answer(request, status))).toBeUndefined();
  });

  test("SIP-50 it is found by the tags of a request or response from either side", () => {
    const dialog = uas();
    expect(dialogKeyOfRequest(invite({ method: "BYE", toTag: "servertag" }))).toBe(dialog.key);
    expect(dialogKeyOfRequest(invite())).toBeUndefined();
    expect(dialogKeyOfResponse(answer(invite()))).toBe(uac().key);
  });
});

describe("SIP-51 requests within a dialog", () => {
  test("SIP-51 they have the tags, the target and increasing numbers", () => {
    const dialog = uac();
    const first = dialog.createRequest("INFO", {
      headers: [["Content-Type", "application/dtmf-relay"]],
      body: "Signal=1",
    });
    const second = dialog.createRequest("BYE");
    expect([first.cseq, second.cseq]).toEqual([
      { number: 2, method: "INFO" },
      { number: 3, method: "BYE" },
    ]);
    expect(serializeUri(second.uri)).toBe("sip:b1@phone2.invalid;transport=ws");
    expect([second.from.params.get("tag"), second.to.params.get("tag")]).toEqual(["alicetag", "bobtag"]);
    expect(header(second, "Max-Forwards")).toBe("70");
    expect(first.body).toBe("Signal=1");
  });

  test("SIP-51 they go through the route set: in order at the callee, reversed at the caller", () => {
    const records = ["Record-Route: <sip:p1;lr>, <sip:p2;lr>", "Record-Route: <sip:p3;lr>"];
    expect(headers(uas({ headers: records }).createRequest("BYE"), "Route")).toEqual([
      "<sip:p1;lr>",
      "<sip:p2;lr>",
      "<sip:p3;lr>",
    ]);
    expect(headers(uac(200, ["<sip:p1;lr>", "<sip:p2;lr>"]).createRequest("BYE"), "Route")).toEqual([
      "<sip:p2;lr>",
      "<sip:p1;lr>",
    ]);
  });

  test("SIP-51 with a strict router they have it as Request-URI, and the target last", () => {
    const bye = uas({ headers: ["Record-Route: <sip:p1>, <sip:p2;lr>"] }).createRequest("BYE");
    expect(serializeUri(bye.uri)).toBe("sip:p1");
    expect(headers(bye, "Route")).toEqual(["<sip:p2;lr>", "<sip:a1@phone1.invalid;transport=ws>"]);
  });

  test("SIP-51 the ACK has the number and the credentials of its INVITE", () => {
    const dialog = uac();
    const reinvite = dialog.createRequest("INVITE", {
      headers: [
        ["Authorization", "Digest x=1"],
        ["Contact", "<sip:a>"],
      ],
    });
    dialog.createRequest("INFO");
    const ack = dialog.createAck(reinvite, { body: "v=0" });
    expect(ack).toMatchObject({ method: "ACK", cseq: { number: 2, method: "ACK" }, body: "v=0" });
    expect([header(ack, "Authorization"), header(ack, "Contact")]).toEqual(["Digest x=1", undefined]);
  });
});

describe("SIP-52 the order of requests within a dialog", () => {
  const bye = (cseq: number, method = "INFO"): SipRequest => invite({ method, cseq, toTag: "servertag" });

  test("SIP-52 a lower number is refused with 500, a gap is accepted, and the ACK does not count", () => {
    const dialog = uas({ cseq: 5 });
    expect(dialog.receiveRequest(bye(4))).toEqual({ ok: false, status: 500 });
    expect(dialog.receiveRequest(bye(9))).toEqual({ ok: true });
    expect(dialog.receiveRequest(bye(9))).toEqual({ ok: true });
    expect(dialog.receiveRequest(bye(6))).toEqual({ ok: false, status: 500 });
    expect(dialog.receiveRequest(bye(5, "ACK"))).toEqual({ ok: true });
    expect(uac().receiveRequest(bye(1))).toEqual({ ok: true });
  });

  test("SIP-52 after its end a dialog responds 481", () => {
    const dialog = uas();
    dialog.terminate();
    dialog.confirm();
    expect(dialog.phase).toBe("terminated");
    expect(dialog.receiveRequest(bye(9))).toEqual({ ok: false, status: 481 });
  });

  test("SIP-52 re-INVITE and UPDATE update the target, from both sides; INFO and a refused request do not", () => {
    const dialog = uas();
    const moved = (method: string, cseq: number, host: string) => {
      const request = bye(cseq, method);
      return { ...request, headers: [["Contact", `<sip:x@${host}>`] as const] };
    };
    const target = () => serializeUri(dialog.remoteTarget);
    dialog.receiveRequest(moved("INFO", 2, "info"));
    expect(target()).toBe("sip:a1@phone1.invalid;transport=ws");
    dialog.receiveRequest(moved("UPDATE", 3, "update"));
    expect(target()).toBe("sip:x@update");
    dialog.receiveRequest(moved("INVITE", 2, "late"));
    expect(target()).toBe("sip:x@update");
    dialog.receiveResponse({ ...answer(dialog.createRequest("INVITE")), headers: [["Contact", "<sip:x@answer>"]] });
    expect(target()).toBe("sip:x@answer");
    dialog.receiveResponse({
      ...answer(dialog.createRequest("INVITE"), 488),
      headers: [["Contact", "<sip:x@refused>"]],
    });
    expect(target()).toBe("sip:x@answer");
  });
});

describe("SIP-53 Replaces", () => {
  const find =
    (...dialogs: readonly Dialog[]) =>
    (key: string) =>
      dialogs.find((dialog) => dialog.key === key);
  const replacing = (value: string, method = "INVITE") =>
    invite({ method, callId: "new", headers: [`Replaces: ${value}`] });
  const named = "call-1;to-tag=servertag;from-tag=alicetag";
  const confirmed = (): Dialog => {
    const dialog = uas();
    dialog.confirm();
    return dialog;
  };

  test("SIP-53 is read in any order of its parameters, and refused without a tag", () => {
    expect(parseReplaces("a@b;from-tag=f;early-only;to-tag=t")).toEqual({
      callId: "a@b",
      toTag: "t",
      fromTag: "f",
      earlyOnly: true,
    });
    for (const bad of [
      "a@b",
      "a@b;to-tag=t",
      ";to-tag=t;from-tag=f",
      "a;to-tag=t;from-tag=f;",
      "a;to-tag;from-tag=f",
    ]) {
      expect(parseReplaces(bad)).toBeUndefined();
    }
  });

  test("SIP-53 finds the confirmed dialog by this side's tags", () => {
    const dialog = confirmed();
    expect(matchReplaces(replacing(named), find(dialog))).toMatchObject({ kind: "match", dialog });
    expect(matchReplaces(invite(), find(dialog))).toEqual({ kind: "none" });
  });

  test("SIP-53 unknown is 481, ended 603, early-only on a confirmed one 486", () => {
    const ended = confirmed();
    ended.terminate();
    expect(matchReplaces(replacing(named), find())).toEqual({ kind: "refused", status: 481 });
    expect(matchReplaces(replacing(named), find(ended))).toEqual({ kind: "refused", status: 603 });
    expect(matchReplaces(replacing(`${named};early-only`), find(confirmed()))).toEqual({
      kind: "refused",
      status: 486,
    });
  });

  test("SIP-53 an early dialog can only be replaced at the caller's side", () => {
    const early = uac(180);
    const value = "call-1;to-tag=alicetag;from-tag=bobtag;early-only";
    expect(matchReplaces(replacing(value), find(early))).toMatchObject({ kind: "match", dialog: early });
    expect(matchReplaces(replacing(named), find(uas()))).toEqual({ kind: "refused", status: 481 });
  });

  test("SIP-53 malformed, twice or in another method is 400", () => {
    expect(matchReplaces(replacing("nonsense"), find(confirmed()))).toEqual({ kind: "refused", status: 400 });
    expect(matchReplaces(replacing(named, "OPTIONS"), find(confirmed()))).toEqual({ kind: "refused", status: 400 });
    expect(matchReplaces(invite({ headers: [`Replaces: ${named}`, `Replaces: ${named}`] }), find(confirmed()))).toEqual(
      { kind: "refused", status: 400 },
    );
  });

  test("SIP-53 it is carried in the URI of Refer-To", () => {
    const value = serializeReplaces(replacesForPeer(uac()));
    expect(value).toBe("call-1;to-tag=bobtag;from-tag=alicetag");
    const uri = must(parseUri("sip:bob@demo"));
    const target = uri.kind === "sip" ? serializeUri({ ...uri, headers: new Map([["Replaces", value]]) }) : "";
    expect(target).toBe("sip:bob@demo?Replaces=call-1%3Bto-tag%3Dbobtag%3Bfrom-tag%3Dalicetag");
    const refer = invite({ method: "REFER", headers: [`Refer-To: <${target}>`] });
    const to = referTo(refer)?.uri;
    expect(parseReplaces((to?.kind === "sip" ? to.headers.get("replaces") : "") ?? "")).toMatchObject({
      toTag: "bobtag",
    });
  });
});

describe("SIP-54 glare", () => {
  const random = createRandom(491);

  test("SIP-54 491 while this side's own offer is open, 500 with Retry-After while the peer's is open", () => {
    expect(glareRefusal({ sent: false, received: false }, random)).toBeUndefined();
    expect(glareRefusal({ sent: true, received: false }, random)).toEqual({ status: 491 });
    const refused = glareRefusal({ sent: true, received: true }, () => 0.999);
    expect(refused).toEqual({ status: 500, retryAfterSeconds: 10 });
  });

  test("SIP-54 the owner of the Call-ID waits 2.1 to 4 s, the other up to 2 s, in steps of 10 ms", () => {
    const waits = (role: Dialog["role"]) => Array.from({ length: 2_000 }, () => glareRetryMs(role, random));
    const [owner, other] = [waits("uac"), waits("uas")];
    expect([Math.min(...owner), Math.max(...owner), Math.min(...other), Math.max(...other)]).toEqual([
      2_100, 4_000, 0, 2_000,
    ]);
    expect([...owner, ...other].every((wait) => wait % 10 === 0)).toBe(true);
  });
});

test("SIP-55 one offer at a time, and a rejected one keeps the earlier agreement", () => {
  const run = (...events: readonly OfferEvent[]): OfferState | undefined =>
    events.reduce<OfferState | undefined>(
      (state, event) => (state === undefined ? undefined : stepOffer(state, event)),
      NO_OFFER,
    );
  expect(run("receiveOffer", "sendAnswer")).toEqual({ phase: "stable" });
  expect(run("sendOffer", "receiveAnswer", "receiveOffer", "reject")).toEqual({ phase: "stable" });
  expect(run("sendOffer", "reject")).toEqual(NO_OFFER);
  for (const bad of [
    ["sendAnswer"],
    ["receiveAnswer"],
    ["reject"],
    ["sendOffer", "receiveOffer"],
    ["sendOffer", "sendOffer"],
    ["receiveOffer", "receiveAnswer"],
  ] as const) {
    expect(run(...bad)).toBeUndefined();
  }
});

test("SIP-56 a sipfrag is one status line", () => {
  expect(sipfrag(180)).toBe("SIP/2.0 180 Ringing\r\n");
  expect(sipfrag(603, "No\r\nX: y")).toBe("SIP/2.0 603 No X: y\r\n");
  expect(parseSipfrag(sipfrag(486))).toEqual({ status: 486, reason: "Busy Here" });
  expect(parseSipfrag("INVITE sip:a SIP/2.0")).toBeUndefined();
});

test("SIP-57 a response copies the request's fields, and Record-Route when it creates a dialog", () => {
  const request = invite({ headers: ["Record-Route: <sip:p1;lr>"] });
  const ringing = createResponse(request, 180, { toTag: "x" });
  expect(ringing).toMatchObject({ via: request.via, callId: "call-1", cseq: request.cseq, reason: "Ringing" });
  expect(header(ringing, "Record-Route")).toBe("<sip:p1;lr>");
  expect(header(createResponse(request, 486), "Record-Route")).toBeUndefined();
  expect(createResponse(request, 100, { toTag: "x" }).to.params.has("tag")).toBe(false);
  expect(createResponse(invite({ toTag: "own" }), 200, { toTag: "x" }).to.params.get("tag")).toBe("own");
  expect(
    readResponse(
      "SIP/2.0 299 \r\nVia: SIP/2.0/WS a;branch=z9hG4bKa\r\nFrom: <sip:a>\r\nTo: <sip:a>\r\nCall-ID: a\r\nCSeq: 1 A\r\n\r\n",
    ).status,
  ).toBe(299);
});
