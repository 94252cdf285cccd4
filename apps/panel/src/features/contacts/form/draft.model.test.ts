import { contactForm } from "@callpanel/contract";
import { expect, it } from "vitest";
import { contact } from "../../../../test/fakeContacts.ts";
import { draftOf, isChanged, newDraft, stepDraft } from "./draft.model.ts";
import type { FormDraft } from "./draft.model.ts";
import { homeCountry } from "../../../shared/phone/country.ts";
import { phoneText } from "../../../shared/phone/phoneText.ts";
import { countryTyped, internationalOf, phoneError, shownPhone } from "./phone.model.ts";
import { contractDraft, faultsOf, placed, tabOf } from "./rules.model.ts";

const valid = (): FormDraft =>
  draftOf(contact(1, "Zoë Zimmermann", { emails: [{ email: "z@example.com", label: "" }] }), "CA");
const withText = (field: "first_name" | "last_name", text: string) =>
  stepDraft(valid(), { type: "typed", field, text });
const withPhone = (change: { number?: string; extension?: string; label?: string }) =>
  stepDraft(valid(), { type: "phoneChanged", key: 0, change });
const withEmail = (change: { email?: string; label?: string }) =>
  stepDraft(valid(), { type: "emailChanged", key: 0, change });

it("ADDRESS-1 both names are required, and spaces do not count", () => {
  expect(faultsOf(valid()).size).toBe(0);
  expect(faultsOf(withText("first_name", "  ")).get("first_name")).toBe("contacts.field.required");
  expect(faultsOf(withText("last_name", "")).get("last_name")).toBe("contacts.field.required");
});

it("ADDRESS-2 a name has at least two characters, of any script", () => {
  expect(faultsOf(withText("last_name", "Z")).get("last_name")).toBe("contacts.field.name");
  expect(faultsOf(withText("last_name", "Ng")).size).toBe(0);
  expect(faultsOf(withText("last_name", "👩‍🚀")).size).toBe(0);
});

it.each([
  ["", "contacts.field.required"],
  ["555 0142", "contacts.field.phone"],
  ["514 555 01ab", "contacts.field.country"],
  ["514 555 0142 9999", "contacts.field.country"],
  ["+49 30 901820", "contacts.field.country"],
  ["+1 876 555 0142", "contacts.field.country"],
  ["(514) 555-0142", undefined],
  ["1 800 555 0142", undefined],
  ["+61 2 9876 5432", undefined],
])("ADDRESS-3 the number '%s' shows %s", (number, told) => {
  expect(phoneError(number, "CA")).toBe(told);
  expect(faultsOf(withPhone({ number })).get("phone.0.phone_number")).toBe(told);
});

it("ADDRESS-3 a number is read in the line's country, the softphone's at first, and sent in E.164", () => {
  expect(homeCountry("AU")).toBe("AU");
  expect(homeCountry("DE")).toBe("CA");
  expect(homeCountry(undefined)).toBe("CA");
  expect(internationalOf("02 9876 5432", "AU")).toBe("+61298765432");
  expect(newDraft({ isPersonal: false, country: "US" }).phones[0]?.country).toBe("US");
  expect(contractDraft(withPhone({ number: "514 555 0142" })).phone_numbers[0]?.phone_number).toBe("+15145550142");
});

it("ADDRESS-3 a number with + sets its country", () => {
  expect(countryTyped("+61 2 9876 5432")).toBe("AU");
  expect(countryTyped("02 9876 5432")).toBeNull();
  expect(countryTyped("+49 30 901820")).toBeNull();
  expect(shownPhone("+61298765432", "CA")).toEqual({ country: "AU", number: "(02) 9876 5432" });
  expect(shownPhone("*99", "CA")).toEqual({ country: "CA", number: "*99" });
  expect(newDraft({ isPersonal: false, country: "CA", phoneNumber: "+12125550142" }).phones[0]).toMatchObject({
    country: "US",
    number: "(212) 555-0142",
  });
});

it("ADDRESS-14 numbers read as at home, or with + from elsewhere", () => {
  expect(phoneText("+15145550142", "CA")).toBe("(514) 555-0142");
  expect(phoneText("+61298765432", "CA")).toBe("+61 2 9876 5432");
  expect(phoneText("<b>", "CA")).toBe("<b>");
});

it("ADDRESS-4 the first number line stays, others can be removed", () => {
  const two = stepDraft(valid(), { type: "phoneAdded" });
  expect(two.phones.map(({ key }) => key)).toEqual([0, 1]);
  expect(stepDraft(two, { type: "phoneRemoved", key: 0 }).phones).toHaveLength(2);
  expect(stepDraft(two, { type: "phoneRemoved", key: 1 }).phones).toHaveLength(1);
});

it("ADDRESS-5 an extension is of digits alone", () => {
  expect(faultsOf(withPhone({ extension: "12a" })).get("phone.0.extension")).toBe("contacts.field.extension");
  expect(faultsOf(withPhone({ extension: "204" })).size).toBe(0);
});

it("ADDRESS-6 a label has at least two characters or is empty", () => {
  expect(faultsOf(withPhone({ label: "H" })).get("phone.0.label")).toBe("contacts.field.label");
  expect(faultsOf(withEmail({ label: "H" })).get("email.0.label")).toBe("contacts.field.label");
  expect(faultsOf(withPhone({ label: "" })).size).toBe(0);
});

it.each(["zoe", "zoe@", "zoe@example", "zoe@example.", "a b@example.com"])(
  "ADDRESS-7 %s is no e-mail address",
  (email) => {
    expect(faultsOf(withEmail({ email })).get("email.0.email")).toBe("contacts.field.email");
  },
);

it("ADDRESS-7 e-mail is optional, and one line is always there", () => {
  expect(faultsOf(withEmail({ email: "" })).size).toBe(0);
  expect(stepDraft(valid(), { type: "emailRemoved", key: 0 }).emails).toEqual([{ key: 0, email: "", label: "" }]);
});

it("ADDRESS-8 empty e-mail lines are removed: they are not sent and do not count as a change", () => {
  const more = stepDraft(stepDraft(valid(), { type: "emailAdded" }), { type: "emailAdded" });
  expect(more.emails).toHaveLength(3);
  expect(isChanged(valid(), more)).toBe(false);
  expect(stepDraft(more, { type: "emptyEmailsRemoved" }).emails).toHaveLength(1);
  expect(JSON.parse(contactForm(contractDraft(more)).emails ?? "")).toEqual([{ email: "z@example.com", label: "" }]);
});

it("ADDRESS-9 a refusal by the server is shown at its line, by the index in the request", () => {
  const draft: FormDraft = {
    ...valid(),
    emails: [
      { key: 4, email: "", label: "" },
      { key: 7, email: "z@example.com", label: "" },
    ],
  };
  const faults = placed(
    {
      "phone_numbers.0.phone_number": "contacts.field.twice",
      "emails.0.email": "contacts.field.email",
      city: "contacts.field.long",
      phone_numbers: "contacts.field.lines",
      unheard_of: "contacts.field.long",
    },
    draft,
  );
  expect([...faults]).toEqual([
    ["phone.0.phone_number", "contacts.field.twice"],
    ["email.7.email", "contacts.field.email"],
    ["city", "contacts.field.long"],
    ["form", "contacts.field.long"],
  ]);
  expect([...faults.keys()].map(tabOf)).toEqual(["main", "main", "address", "main"]);
});

it("ADDRESS-8 without changes the form gives the same contact", () => {
  const whole = contact(5, "Ana de Souza", {
    company: "Nordlicht",
    phone_numbers: [{ phone_number: "+61298765432", extension: "12", label: "Office" }],
    emails: [{ email: "a@b.co", label: "Work" }],
    tags: "vip supplier",
    use_as_callerid: true,
  });
  const { id: _id, has_image: _image, image_url: _url, ...fields } = whole;
  expect(contractDraft(draftOf(whole, "CA"))).toEqual(fields);
});

it("ADDRESS-24 a known name fills both fields", () => {
  const texts = (name: string) => newDraft({ isPersonal: true, country: "CA", name }).texts;
  expect(texts("Ana de Souza")).toMatchObject({ first_name: "Ana de", last_name: "Souza" });
  expect(texts("Ana")).toMatchObject({ first_name: "Ana", last_name: "" });
});
