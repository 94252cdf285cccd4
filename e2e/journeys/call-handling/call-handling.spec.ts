import { openGateway } from "../../support/outside/gateway.ts";
import {
  anyCall,
  callWith,
  dial,
  expect,
  expectHears,
  expectHearsNote,
  type Person,
  softphone,
  talk,
  test,
} from "../../support/company/people.ts";
import { expectMessage } from "../../support/browser/messages.ts";

test.describe.configure({ mode: "default" });
// A caller who is not connected must hear why.
test.use({ serverEnv: { VOICEMAIL: "0" }, isShared: true });

/** Changes what belongs to the person by the calls that the pages make; `{id}` is theirs. */
async function change({ page }: Person, method: string, path: string, fields: object): Promise<void> {
  const status = await page.evaluate(
    async ({ verb, to, given }) => {
      const authorization = `Bearer ${localStorage.getItem("auth_access_token")}`;
      const json = { authorization, "content-type": "application/json" };
      const me: { readonly id: number } = await (await fetch("/api/v1/users/me", { headers: json })).json();
      const answer = await fetch(`/api/v1/${to.replace("{id}", String(me.id))}`, {
        method: verb,
        headers: json,
        body: JSON.stringify(given),
      });
      return answer.status;
    },
    { verb: method, to: path, given: fields },
  );
  expect(status, `${method} ${path}`).toBe(200);
}

/** Adds a person to the own contacts; their name is shown when they call. */
async function addContact({ page }: Person, firstName: string, lastName: string, number: string): Promise<void> {
  const status = await page.evaluate(
    async (contact) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(contact)) form.set(name, value);
      const authorization = `Bearer ${localStorage.getItem("auth_access_token")}`;
      return (await fetch("/api/v1/contacts", { method: "POST", headers: { authorization }, body: form })).status;
    },
    {
      first_name: firstName,
      last_name: lastName,
      is_personal: "1",
      use_as_callerid: "1",
      phone_numbers: JSON.stringify([{ phone_number: number, extension: "", label: "Mobile" }]),
    },
  );
  expect(status).toBe(200);
}

/** Dials a code that switches a setting; it hangs up by itself after it has said the new state. */
async function dialCode(person: Person, code: string): Promise<void> {
  // Looked at in every frame: the code may have said its word before a question from outside comes.
  const answered = person.page.waitForFunction(() => document.querySelector("[data-state=on-call]") !== null);
  await dial(person, code);
  await answered;
  await expect(anyCall(person)).toHaveCount(0);
}

/** Dials a person who is not reached, and sees a message. */
async function expectRefused(caller: Person, number: string, word: string): Promise<void> {
  await dial(caller, number);
  await expectMessage(caller, word);
  await expect(anyCall(caller)).toHaveCount(0);
}

const hangUp = async (person: Person): Promise<void> => {
  await anyCall(person).getByRole("button", { name: "Hang up" }).click();
  await expect(anyCall(person)).toHaveCount(0);
};

const CALLER = { number: "+16045550199", name: "WIRELESS CALLER" };
const CALLER_HZ = 700;
/** The middle note of the prompt that asks for confirmation of a call. */
const QUESTION_HZ = 880;

test("FEATURE-5 FEATURE-6 FEATURE-7 another code of do not disturb, set in administration, is dialled at once from an open panel", async ({
  company,
}) => {
  await company.administer("groups", "join", "administrators", "grace");
  const [alice, bob] = [await company.signIn("alice"), await company.signIn("bob")];
  const grace = await company.signIn("grace", { path: "/administration/company" });
  const changeCode = async (code: string) => {
    await grace.page.getByRole("textbox", { name: "Do not disturb", exact: true }).fill(code);
    await grace.page.getByRole("button", { name: "Save", exact: true }).click();
    await expectMessage(grace, "Saved");
    // Bob's panel has loaded the codes again, and knows this one.
    const number = softphone(bob).getByRole("combobox", { name: "Number" });
    await expect(async () => {
      await number.fill("");
      await number.fill(code);
      await expect(softphone(bob).getByRole("option", { name: /Do not disturb/ })).toBeVisible({ timeout: 1_000 });
    }).toPass();
  };
  await changeCode("*78");
  await dialCode(bob, "*78");
  await expectRefused(alice, "102", "busy");
  await dialCode(bob, "*78");
  await expectRefused(bob, "*76", "Invalid feature code");
  await changeCode("*76");
  await dialCode(bob, "*76");
  await dialCode(bob, "*76");
});

test("a contact calls by an outside line and is named; an emergency call sends the location and the call-back number", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const gateway = await openGateway(company);
  await addContact(alice, "Zoe", "Zimmer", CALLER.number);

  const inbound = gateway.call("+14165550101", CALLER);
  await expect(callWith(alice, "Zoe Zimmer")).toHaveAttribute("data-state", "ringing");
  await softphone(alice).getByRole("button", { name: "Accept" }).click();
  await gateway.speak(inbound, CALLER_HZ);
  await expectHears(alice, CALLER_HZ);
  await gateway.expectHears(inbound, alice.voiceHz);
  inbound.hangUp();
  await expect(anyCall(alice)).toHaveCount(0);

  await dial(alice, CALLER.number);
  const outbound = await gateway.incoming();
  expect(outbound.invite?.uri).toMatchObject({ user: CALLER.number });
  expect(outbound.invite?.from).toMatchObject({ displayName: "Alice Archer", uri: { user: "+14165550101" } });
  await outbound.answer();
  await gateway.speak(outbound, CALLER_HZ);
  await expectHears(alice, CALLER_HZ);
  outbound.hangUp();
  await expect(anyCall(alice)).toHaveCount(0);

  await dial(alice, "911");
  const emergency = await gateway.incoming();
  const said = new Map(emergency.invite?.headers);
  expect(emergency.invite?.from).toMatchObject({ uri: { user: "+14165550101" } });
  expect([said.get("Priority"), said.get("X-Emergency-Callback")]).toEqual(["emergency", "+14165550101"]);
  expect(said.get("X-Emergency-Caller")).toBe("101 Alice Archer");
  await emergency.answer();
  await gateway.expectHears(emergency, alice.voiceHz);
  await gateway.stop();
});

test("follow-me: own phone first, then one after the other, and the person who answers presses 1", async ({
  company,
}) => {
  const [alice, bob, carol] = await company.signInTrio();
  await change(bob, "PUT", "users/{id}/follow_me", {
    enabled: true,
    strategy: "hunt",
    toutfirst: 10,
    toutall: 0,
    confirm: true,
    prefix: "Bob: ",
    numbers: [
      { number: "104", timeout: 5 },
      { number: "103", timeout: 30 },
    ],
  });
  await dial(alice, "102");
  await expect(callWith(bob, "Alice Archer")).toHaveAttribute("data-state", "ringing");
  await expect(callWith(carol, "Bob: Alice Archer")).toHaveAttribute("data-state", "ringing");
  await expect(anyCall(bob)).toHaveCount(0);
  await softphone(carol).getByRole("button", { name: "Accept" }).click();
  await expectHearsNote(carol, QUESTION_HZ);
  await expect(anyCall(alice)).toHaveAttribute("data-state", "ringing");
  await anyCall(carol).getByRole("button", { name: "Dial pad" }).click();
  await anyCall(carol).getByRole("button", { name: "1", exact: true }).click();
  await expect(anyCall(alice)).toHaveAttribute("data-state", "on-call");
  await expectHears(alice, carol.voiceHz);
  await expectHears(carol, alice.voiceHz);
  await change(bob, "PUT", "users/{id}/follow_me", { enabled: false });
});

// The last one: Alice stays blocked.
test("do not disturb gives busy, a forward goes to a third person, a blocked number does not get through", async ({
  company,
}) => {
  const [alice, bob, carol] = await company.signInTrio();
  await dialCode(bob, "*76");
  await expectRefused(alice, "102", "busy");
  await dialCode(bob, "*76");

  await dialCode(bob, "*96103");
  await expect(alice.page.getByText("Calls are forwarded to 103")).toBeVisible();
  await dial(alice, "102");
  await expect(callWith(carol, "Alice Archer")).toHaveAttribute("data-state", "ringing");
  await expect(anyCall(bob)).toHaveCount(0);
  await softphone(carol).getByRole("button", { name: "Accept" }).click();
  await expectHears(alice, carol.voiceHz);
  await expectHears(carol, alice.voiceHz);
  await hangUp(alice);
  await expectRefused(bob, "*96102", "Cannot forward to yourself");
  await dialCode(bob, "*96");

  await change(bob, "POST", "blacklists", { name: "Alice", number: "101" });
  await expectRefused(alice, "102", "rejected");
  await expect(anyCall(bob)).toHaveCount(0);
  await talk(carol, bob, "102");
});
