import { expect, test } from "vitest";
import { farEndOf } from "./far-end.ts";

const read = (all: Readonly<Record<string, string>>) => farEndOf({ getHeader: (name: string) => all[name] });

test("PHONE-120 a person, and nothing else, if the phone system sends no more", () => {
  expect(read({ "P-Asserted-Identity": '"Bob Brandt" <sip:102@demo>' })).toEqual({
    kind: "person",
    number: "102",
    name: "Bob Brandt",
  });
  expect(read({})).toBeUndefined();
});

test("PHONE-120 kind, plain name, current state and how the call came", () => {
  expect(
    read({
      "P-Asserted-Identity": "Voicemail of Alice Archer <sip:*98101@demo>",
      "X-Far-End": "mailbox;name=Alice%20Archer;came=transferred;by=102;by-name=Bob%20Brandt;by-kind=person",
    }),
  ).toEqual({
    kind: "mailbox",
    number: "*98101",
    name: "Alice Archer",
    came: { how: "transferred", kind: "person", number: "102", name: "Bob Brandt" },
  });
  expect(
    read({ "P-Asserted-Identity": "<sip:103@demo>", "X-Far-End": "person;doing=ringing;silence=far" }),
  ).toMatchObject({
    doing: "ringing",
    silence: "far",
  });
});

test("PHONE-120 unknown words and broken escapes do no harm; control and bidi characters are removed", () => {
  const far = read({
    "P-Asserted-Identity": "Bob <sip:102@demo>",
    "X-Far-End": "dragon;doing=flying;came=sideways;name=%E0%A4%A;by-name=%E2%80%AEevil%07",
  });
  expect(far).toEqual({ kind: "person", number: "102", name: "%E0%A4%A" });
  const long = read({ "X-Far-End": `room;name=${"x".repeat(5_000)};came=invited;by-name=%E2%80%AEevil%07` });
  expect(long?.name).toHaveLength(128);
  expect(long?.came?.name).toBe("evil");
});
