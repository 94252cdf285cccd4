import { endpoints, type PhoneNumber } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { phone, saveContact } from "../../../test/files/contact-forms.ts";
import { twoColours } from "../../../test/files/picture-files.ts";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";

describe("numbers to dial", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.remove());

  const search = async (text: string, page = "limit=200"): Promise<{ total: number; data: PhoneNumber[] }> => {
    const { body } = await server.get(
      `/api/v1/contact/phone_numbers?search=${encodeURIComponent(text)}&${page}`,
      "alice",
    );
    return endpoints.searchPhoneNumbers.response.parse(body);
  };
  const numbers = async (text: string) => (await search(text)).data.map(({ phoneNumber }) => phoneNumber);

  it("SERVER-24 every word is found, in any case and without accents", async () => {
    for (const text of ["noel", "NOËL nguyen", "nguyễn", "  Nguyen   noel ", "noel 114"])
      expect(await numbers(text)).toEqual(["114"]);
    expect(await numbers("xochitl")).toEqual(["124"]);
    expect(await numbers("alice bob")).toEqual([]);
  });

  it("SERVER-24 patterns, quotes and SQL are plain characters", async () => {
    for (const text of ["%", "_", "%%", "a%e", "\\", "'", "' or 1=1 --", "'; drop table users; --", '"', "😀"])
      expect(await numbers(text), text).toEqual([]);
    expect((await search("")).total).toBeGreaterThan(24);
  });

  it("SERVER-25 a direct number is found in any notation, an extension by its digits", async () => {
    for (const text of [
      "+1 416 555 0101",
      "(416) 555-0101",
      "416.555.0101",
      "0014165550101",
      "011 1 416 555 0101",
      "5550101",
    ])
      expect(await numbers(text), text).toEqual(["+14165550101"]);
    expect(await numbers("12")).toEqual(expect.arrayContaining(["112", "120", "124"]));
  });

  it("SERVER-27 people, direct numbers, lots and feature codes have different kinds", async () => {
    const nobody = { hasImage: false, imageUrl: null, contactID: null };
    expect((await search("Alice Archer")).data).toEqual([
      { phoneNumber: "101", label: "extension", name: "Alice Archer", username: "alice", ...nobody },
    ]);
    expect((await search("700")).data).toEqual([
      { phoneNumber: "700", label: "Main", name: "parking", username: null, ...nobody },
    ]);
    expect((await search("echo")).data).toEqual([
      { phoneNumber: "*43", label: "echo", name: "feature_code", username: null, ...nobody },
    ]);
    expect(await numbers("*4")).toEqual(["*43", "*45", "*46", "*44"]);
  });

  it("CONTACT-31 people, visible contacts and codes are found together, best matches first", async () => {
    const saved = [
      await saveContact(server, "alice", { first_name: "Alicia", phone_numbers: [phone("+14165550171", "Cell")] }),
      await saveContact(server, "bob", { first_name: "Alison", is_personal: true }),
      await saveContact(server, "alice", {
        first_name: "Alina",
        is_personal: true,
        image: await twoColours(20, 20).file("png"),
        phone_numbers: [phone("+14165551017"), phone("+12125551018")],
      }),
    ];
    const [alicia, , alina] = saved;
    const found = (await search("ali")).data;
    expect(found.map(({ name, phoneNumber }) => [name, phoneNumber])).toEqual([
      ["Alice Archer", "101"],
      ["Alice direct", "+14165550101"],
      ["Alina Zimmer", "+14165551017"],
      ["Alina Zimmer", "+12125551018"],
      ["Alicia Zimmer", "+14165550171"],
    ]);
    expect(found.find(({ contactID }) => contactID === alicia?.id)).toEqual({
      phoneNumber: "+14165550171",
      label: "Cell",
      name: "Alicia Zimmer",
      username: null,
      hasImage: false,
      imageUrl: null,
      contactID: alicia?.id,
    });
    const pictured = found.find(({ contactID }) => contactID === alina?.id);
    expect(pictured).toMatchObject({ hasImage: true, imageUrl: `${alina?.image_url}&size=64` });
    // The extension itself, then numbers that begin with it, then numbers that contain it.
    expect((await numbers("101")).slice(0, 2)).toEqual(["101", "+14165550101"]);
    expect(await numbers("4165551017")).toEqual(["+14165551017"]);
    const ofErin = await server.get("/api/v1/contact/phone_numbers?search=alicia", "erin");
    expect(ofErin.status).toBe(403);
    await server.send("POST", "/api/v1/contact/bulk/delete", "alice", { ids: saved.map(({ id }) => id) });
  });

  it("SERVER-27 rooms can be listed alone", async () => {
    const { data, total } = await search("", "limit=100&kind=room");
    expect(data.map(({ phoneNumber }) => phoneNumber).toSorted()).toEqual(["800", "801", "802", "803", "804"]);
    expect(data.every(({ label }) => label === "conference")).toBe(true);
    expect(total).toBe(5);
  });

  it("SERVER-26 pages fit together without gaps or duplicates, over people, services and feature codes", async () => {
    const { total, data } = await search("");
    expect(data).toHaveLength(total);
    const pages: PhoneNumber[] = [];
    for (let start = 0; start < total; start += 7) pages.push(...(await search("", `start=${start}&limit=7`)).data);
    expect(pages).toEqual(data);
    expect((await search("", "start=1000&limit=7")).data).toEqual([]);
    const names = data.filter(({ label }) => label === "extension").map(({ name }) => name);
    expect(names[0]).toBe("Alice Archer");
    expect(names).toHaveLength(24);
  });

  it("SERVER-26 feature codes are paged", async () => {
    const { body } = await server.get("/api/v1/feature_codes?start=5&limit=2", "alice");
    expect(body).toEqual({
      total: 20,
      data: [
        { name: "echo", code: "*43", target: "none" },
        { name: "anonymouscall", code: "*67", target: "required" },
      ],
    });
  });
});

it("DIAL-20 codes of services that do not exist yet are neither listed nor found", async () => {
  const server = await createTestServer();
  const listed = endpoints.getFeatureCodes.response.parse((await server.get("/api/v1/feature_codes", "alice")).body);
  expect(listed.total).toBe(listed.data.length);
  expect(listed.data.map(({ code }) => code)).toEqual([
    "*76",
    "*96",
    "*21",
    "*98",
    "*97",
    "*43",
    "*67",
    "*99",
    "*45",
    "*86",
    "*70",
    "*71",
    "*46",
    "*44",
    "*80",
    "*81",
    "##",
    "**",
    "*1",
    "***",
  ]);
  const found = await server.get("/api/v1/contact/phone_numbers?search=*60", "alice");
  expect(endpoints.searchPhoneNumbers.response.parse(found.body).data).toEqual([]);
  await server.remove();
});

it("VMP-26 a server without messages has no codes for them", async () => {
  const server = await createTestServer({ takesMessages: false });
  const { body } = await server.get("/api/v1/feature_codes", "alice");
  const { data } = endpoints.getFeatureCodes.response.parse(body);
  expect(data.filter(({ name }) => /vm/.test(name))).toEqual([]);
  expect(data).toHaveLength(18);
  const found = await server.get("/api/v1/contact/phone_numbers?search=*9", "alice");
  const codes = endpoints.searchPhoneNumbers.response.parse(found.body).data.map(({ phoneNumber }) => phoneNumber);
  expect(codes.toSorted()).toEqual(["*96", "*99"]);
  await server.remove();
});

describe("people", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.remove());

  it("SERVER-30 the current user has extension, company, realm and direct numbers", async () => {
    const { body } = await server.get("/api/v1/users/me", "alice");
    expect(endpoints.getCurrentUser.response.parse(body)).toMatchObject({
      username: "alice",
      firstName: "Alice",
      lastName: "Archer",
      extension: "101",
      company: "Callpanel Demo",
      realm: "demo",
      dids: [{ name: "Alice direct", number: "+14165550101", smsCapable: true }],
    });
    expect((await server.get("/api/v1/users/me", "bob")).body).toMatchObject({ dids: [] });
  });

  it("SERVER-29 the softphone's configuration is complete", async () => {
    const { body } = await server.get("/api/v1/config/sipua", "alice");
    expect(endpoints.getSipConfig.response.parse(body)).toEqual({
      proxy: [{ url: "/sip", weight: 1 }],
      realm: "demo",
      uri: "sip:alice@demo",
      ha1: expect.stringMatching(/^[0-9a-f]{32}$/),
      clidName: "Alice Archer",
      uaVer: "callpanel 0.1.0",
      panel_call_limit: 4,
      country: "CA",
      ice_servers: [],
    });
    expect((await server.get("/api/v1/config/rmqclient", "erin")).body).toEqual({
      url: "/events",
      realm: "demo",
      username: "erin",
      reconnect_delay_ms: 5000,
    });
  });

  it("SERVER-26 buddies are sorted by name, paged and searched", async () => {
    const { body } = await server.get("/api/v1/panel_buddies", "alice");
    const first = endpoints.listBuddies.response.parse(body);
    expect([first.total, first.data.length]).toEqual([24, 18]);
    expect(first.data.map(({ name }) => name).slice(0, 3)).toEqual(["Alice Archer", "Bob Brandt", "Carol Chen"]);
    const { body: rest } = await server.get("/api/v1/panel_buddies?start=18&limit=18", "alice");
    expect(endpoints.listBuddies.response.parse(rest).data).toHaveLength(6);
    for (const text of ["sorensen", "S%C3%98REN"])
      expect((await server.get(`/api/v1/panel_buddies?search=${text}`, "alice")).body, text).toMatchObject({
        total: 1,
      });
  });
});
