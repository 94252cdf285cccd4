import { expect, it } from "vitest";
import type { FarEnd } from "@callpanel/webphone";
import { catalogue } from "../../locales/fr-CA/index.ts";
import { createWords } from "../words/words.ts";
import { farEndMessages } from "./farEnd.messages.ts";
import { cameText, nowText, thingName } from "./farEnd.words.ts";
import type { FarWords } from "./farEnd.words.ts";

const english: FarWords = (id, values) => createWords().text(farEndMessages, id, values);
const french: FarWords = (id, values) => createWords("fr-CA", catalogue).text(farEndMessages, id, values);

/** Peer, current state, how the call came; names of people are added by the component. */
const said = (t: FarWords, far: FarEnd): string =>
  [thingName(t, far) ?? far.name, nowText(t, far), far.came && cameText(t, far.came)].filter(Boolean).join(" | ");

const BOB = { kind: "person", number: "102", name: "Bob Brandt" } as const;
const by = (how: NonNullable<FarEnd["came"]>["how"], more: Partial<NonNullable<FarEnd["came"]>> = {}) =>
  ({ how, kind: "person", number: "101", name: "Alice Archer", ...more }) as const;
const SLOT = { kind: "parking", number: "701", name: "Main" } as const;

const ROWS: readonly (readonly [string, FarEnd, string, string])[] = [
  ["answered", BOB, "Bob Brandt", "Bob Brandt"],
  [
    "forwarded",
    { ...BOB, came: by("forwarded") },
    "Bob Brandt | Forwarded from Alice Archer",
    "Bob Brandt | Renvoyé par Alice Archer",
  ],
  [
    "picked up",
    { ...BOB, came: by("pickedUp") },
    "Bob Brandt | Picked up for Alice Archer",
    "Bob Brandt | Intercepté pour Alice Archer",
  ],
  [
    "transferred",
    { ...BOB, came: by("transferred") },
    "Bob Brandt | Transferred by Alice Archer",
    "Bob Brandt | Transféré par Alice Archer",
  ],
  [
    "transferred, rings",
    { ...BOB, doing: "ringing", came: by("transferred") },
    "Bob Brandt | Ringing… | Transferred by Alice Archer",
    "Bob Brandt | Ça sonne… | Transféré par Alice Archer",
  ],
  [
    "left behind meanwhile",
    { ...BOB, doing: "away" },
    "Bob Brandt | Transferring…",
    "Bob Brandt | Transfert en cours…",
  ],
  [
    "asked to confirm",
    { ...BOB, doing: "asking" },
    "Bob Brandt | Press 1 to take the call",
    "Bob Brandt | Faites le 1 pour prendre l’appel",
  ],
  ["put on hold", { ...BOB, doing: "holding" }, "Bob Brandt | You’re on hold", "Bob Brandt | On vous a mis en attente"],
  [
    "parked",
    { ...SLOT, came: by("transferred") },
    "Parked at 701 | Waiting | Transferred by Alice Archer",
    "En stationnement au 701 | En stationnement | Transféré par Alice Archer",
  ],
  [
    "retrieved",
    { ...BOB, came: by("retrieved", SLOT) },
    "Bob Brandt | Retrieved from parking (701)",
    "Bob Brandt | Repris de la garde (701)",
  ],
  [
    "came back",
    { ...BOB, came: by("returned", SLOT) },
    "Bob Brandt | Back from parking (701)",
    "Bob Brandt | De retour de la garde (701)",
  ],
  [
    "invited",
    { ...BOB, came: by("invited") },
    "Bob Brandt | Invited by Alice Archer",
    "Bob Brandt | Invité par Alice Archer",
  ],
  [
    "three-way",
    { kind: "room", number: "3WC-12345678", name: "Three-way conference" },
    "Three-way conference",
    "Conférence à trois",
  ],
  [
    "three-way, of people",
    { kind: "room", number: "3WC-12345678", name: "Bob Brandt, Carol Chen" },
    "Bob Brandt, Carol Chen",
    "Bob Brandt, Carol Chen",
  ],
  ["room", { kind: "room", number: "800", name: "" }, "Conference 800", "Conférence 800"],
  [
    "to voicemail",
    { kind: "mailbox", number: "*98103", name: "Carol Chen" },
    "Voicemail of Carol Chen | In voicemail",
    "Boîte vocale\u00a0: Carol Chen | Dans la boîte vocale",
  ],
  [
    "out of voicemail",
    { ...BOB, came: by("forwarded", { kind: "mailbox" }) },
    "Bob Brandt | From voicemail of Alice Archer",
    "Bob Brandt | Vient de la boîte vocale\u00a0: Alice Archer",
  ],
  ["own messages", { kind: "messages", number: "*97", name: "Voicemail" }, "Your voicemail", "Votre boîte vocale"],
  [
    "queue",
    { kind: "queue", number: "600", name: "" },
    "Queue 600 | Waiting in queue",
    "File d’attente 600 | Dans la file d’attente",
  ],
  [
    "out of a queue",
    { ...BOB, came: by("forwarded", { kind: "queue", number: "600", name: "Support" }) },
    "Bob Brandt | Queue Support",
    "Bob Brandt | File d’attente Support",
  ],
  ["announcement", { kind: "announcement", number: "640", name: "Hours" }, "Hours", "Hours"],
  [
    "somebody without a name",
    { ...BOB, came: by("transferred", { name: "" }) },
    "Bob Brandt | Transferred by 101",
    "Bob Brandt | Transféré par 101",
  ],
];

it.each(ROWS)("SOFT-70 the words for a call that was %s", (_, far, inEnglish, inFrench) => {
  expect([said(english, far), said(french, far)]).toEqual([inEnglish, inFrench]);
});
