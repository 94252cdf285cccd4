import { createFakeVoicemail } from "@callpanel/testkit";
import { expect, it } from "vitest";
import type { VoicemailBox } from "@callpanel/phone-port";
import type { IvrEvent } from "../ivr/ivr.port.ts";
import { beginSignIn, stepSignIn, type SignInResult } from "./sign-in.model.ts";

type Event = IvrEvent<SignInResult>;

const BOX = createFakeVoicemail("demo").add({ mailbox: "101", ownerId: 1 });
const FREE: VoicemailBox = { ...BOX, asksOwnerForPin: false };
const SAID: Event = { kind: "said" };
const WAITED: Event = { kind: "waited" };
const found = (box: VoicemailBox | undefined): Event => ({ kind: "told", told: { kind: "box", box } });
const pin = (result: "right" | "wrong" | "locked"): Event => ({ kind: "told", told: { kind: "pin", result } });
const keys = (text: string): readonly Event[] =>
  text.split("").flatMap((one) => {
    const digit = (["0", "1", "2", "3", "4", "*", "#"] as const).find((known) => known === one);
    return digit === undefined ? [] : [{ kind: "digit", digit } as const];
  });

function after(own: VoicemailBox | undefined, ...events: readonly Event[]) {
  let { state, effects } = beginSignIn(own);
  for (const event of events) ({ state, effects } = stepSignIn(state, event));
  const said = effects.flatMap((effect) =>
    effect.kind === "say" ? effect.sounds.map((one) => (one.kind === "spoken" ? one.key : one.kind)) : [],
  );
  const asked = effects.flatMap((effect) => (effect.kind === "ask" ? [effect.ask] : []));
  return { phase: state.phase, said, asked, kinds: effects.map(({ kind }) => kind) };
}

it("VMP-40 the caller's own box asks for the PIN, or for nothing if it is set so", () => {
  expect(after(BOX)).toMatchObject({ phase: "pin", said: ["enter-pin"] });
  expect(after(BOX, ...keys("1234#")).asked).toEqual([{ kind: "pin", boxId: BOX.id, pin: "1234" }]);
  expect(after(BOX, ...keys("1234#"), pin("right")).phase).toBe("signedIn");
  expect(after(FREE).phase).toBe("signedIn");
});

it("VMP-41 without a box the number is asked first, and ends with # or five seconds after the last digit", () => {
  expect(after(undefined).said).toEqual(["enter-mailbox"]);
  expect(after(undefined, ...keys("101#")).asked).toEqual([{ kind: "box", mailbox: "101" }]);
  expect(after(undefined, ...keys("1")).kinds).toEqual(["hush", "wait"]);
  expect(after(undefined, SAID, ...keys("101"), WAITED).asked).toEqual([{ kind: "box", mailbox: "101" }]);
  expect(after(undefined, ...keys("101#"), found(BOX)).said).toEqual(["enter-pin"]);
});

it("VMP-41 * starts the number again", () => {
  expect(after(undefined, ...keys("40*")).said).toEqual(["enter-mailbox"]);
  expect(after(undefined, ...keys("40*101#")).asked).toEqual([{ kind: "box", mailbox: "101" }]);
  expect(after(BOX, ...keys("40*1234#")).asked).toMatchObject([{ pin: "1234" }]);
});

it("VMP-42 an unknown box sounds like a wrong PIN, at every try", () => {
  const there = [...keys("101#"), found(BOX)];
  const missing = [...keys("404#"), found(undefined)];
  const tries: Event[] = [];
  const misses: Event[] = [];
  for (let times = 0; times < 3; times += 1) {
    tries.push(...keys("1111#"), pin("wrong"));
    misses.push(...keys("1111#"));
    expect(after(undefined, ...missing, ...misses).said).toEqual(after(undefined, ...there, ...tries).said);
  }
  expect(after(undefined, ...there, ...tries)).toMatchObject({ phase: "leaving", said: ["wrong-pin", "goodbye"] });
});

it("VMP-43 it hangs up after three tries, when the box is locked, and when it cannot be read", () => {
  expect(after(BOX, WAITED, WAITED, WAITED)).toMatchObject({ phase: "leaving", said: ["try-again", "goodbye"] });
  expect(after(BOX, ...keys("1234#"), pin("locked")).said).toEqual(["locked", "goodbye"]);
  expect(after(BOX, ...keys("1234#"), { kind: "failed" }).said).toEqual(["not-possible", "goodbye"]);
  expect(after(BOX, ...keys("1234#"), { kind: "failed" }, SAID).kinds).toEqual(["leave"]);
});
