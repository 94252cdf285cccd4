import {
  endpoints,
  errorBodySchema,
  type Endpoint,
  type EndpointName,
  type Permission,
  type PermissionModule,
} from "@callpanel/contract";
import { bundleForNode } from "@callpanel/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insufficient, EVERYTHING, everythingBut, sufficient } from "../../test/permission-cases.ts";
import { bearer, createTestServer, type TestServer } from "../../test/test-server.ts";
import { applyCompany, parseCompanyFile } from "../modules/administration/index.ts";
import { endpointUrl } from "../kernel/http/endpoint-server.ts";

/** A valid request, so that only rights and the handler decide. */
interface Sent {
  /** Path parameters in addition to `{id}`, which is the caller's own unless given. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: object;
  /** Fields of multipart/form-data. */
  readonly form?: Readonly<Record<string, string>>;
}

const NOTHING: Sent = {};
const CONTACT = { first_name: "Zoe", last_name: "Zimmer", phone_numbers: '[{"phone_number":"+14165550111"}]' };
const CHOICE = {
  emergency_callerid_callback_profile_id: null,
  emergency_callerid_dispatchable_location_id: null,
};

/** One entry for each endpoint: a new endpoint needs its entry here. */
const SENT: { readonly [Name in EndpointName]: Sent } = {
  issueToken: NOTHING,
  revokeToken: NOTHING,
  validateSession: NOTHING,
  getOauthApplication: NOTHING,
  getSipConfig: NOTHING,
  getEventsConfig: NOTHING,
  getPermissions: NOTHING,
  getCurrentUser: NOTHING,
  getLicenses: NOTHING,
  getVideoConfig: NOTHING,
  getBranding: NOTHING,
  getFaviconSizes: NOTHING,
  getFeatureCodes: NOTHING,
  listBuddies: NOTHING,
  listMyBuddies: NOTHING,
  watchBuddy: { body: { username: "bob" } },
  moveBuddy: { params: { exten: "102" }, body: { sort: 1 } },
  unwatchBuddy: { params: { exten: "102" } },
  getParkings: NOTHING,
  searchPhoneNumbers: NOTHING,
  listContacts: NOTHING,
  getContact: { params: { id: "999" } },
  getContactImage: { params: { id: "none" } },
  createContact: { form: { ...CONTACT } },
  updateContact: { params: { id: "999" }, form: { ...CONTACT } },
  deleteContact: { params: { id: "999" } },
  bulkDeleteContacts: { body: { ids: [999] } },
  lookupContacts: { body: { numbers: ["101"] } },
  readContactFile: { form: { csv_file: "no file" } },
  getOwnImport: NOTHING,
  getContactImport: { params: { id: "none" } },
  checkContactImport: { params: { id: "none" }, body: {} },
  listImportRows: { params: { id: "none" } },
  startContactImport: { params: { id: "none" } },
  cancelContactImport: { params: { id: "none" } },
  getRefusedRows: { params: { id: "none" } },
  exportContacts: { body: {} },
  listContactTags: NOTHING,
  createContactTag: { body: { name: "tag" } },
  updateContactTag: { params: { id: "999" }, body: { name: "tag" } },
  deleteContactTag: { params: { id: "999" } },
  listPersonalTags: NOTHING,
  createPersonalTag: { body: { name: "tag" } },
  updatePersonalTag: { params: { id: "999" }, body: { name: "tag" } },
  deletePersonalTag: { params: { id: "999" } },
  getPictures: NOTHING,
  uploadPicture: { form: { file: "no picture" } },
  switchPictureType: { body: { picture_type: "initials" } },
  deletePicture: { params: { id: "999" } },
  getPictureImage: { params: { id: "none" } },
  getPushKey: NOTHING,
  subscribePush: {
    body: { endpoint: "https://push.example.com/x", keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) } },
  },
  unsubscribePush: { body: { endpoint: "https://push.example.com/x" } },
  listPhones: NOTHING,
  addPhone: { body: { label: "Desk phone", current_password: "callpanel-demo" } },
  removePhone: { params: { id: "none" } },
  webviewAuth: NOTHING,
  getSignInLink: NOTHING,
  regenerateSignInLink: NOTHING,
  getMoreInfoLink: NOTHING,
  sendSignInLink: { body: {} },
  listAnnouncements: NOTHING,
  streamAnnouncement: { params: { id: "999" } },
  listSpeechVoices: NOTHING,
  previewSpeech: { body: { text_to_speech: "hello" } },
  createAnnouncement: { body: { number: "640", name: "Hours", pin: "1234" } },
  changeAnnouncement: { params: { id: "999" }, body: { name: "Hours" } },
  uploadAnnouncement: { params: { id: "999" }, form: { recording: "no sound" } },
  deleteAnnouncement: { params: { id: "999" } },
  getCallRecording: { params: { id: "999" } },
  watchCallUsers: NOTHING,
  listCalls: NOTHING,
  listDivertedCalls: NOTHING,
  exportCalls: NOTHING,
  getCall: { params: { id: "999" } },
  startRecordingArchive: { body: {} },
  getOwnRecordingArchive: NOTHING,
  removeRecordingArchive: { params: { id: "none" } },
  downloadRecordingArchive: { params: { id: "none" } },
  getPreferences: NOTHING,
  changePreferences: { body: { show_missed_calls: true } },
  listClickToDial: NOTHING,
  changeClickToDial: { body: { destination: "softphoneShow" } },
  listScreenPops: NOTHING,
  changeScreenPop: { body: { type: "none", trigger: "ringing", url: "", allow_override: false } },
  changeUser: { body: { first_name: "Penny" } },
  getOtpConfiguration: NOTHING,
  changeOtpConfiguration: { body: { enabled: false } },
  listSmsDids: NOTHING,
  listSmsToEmail: NOTHING,
  changeSmsToEmail: { body: { sms_to_emails: [] } },
  getNotifications: NOTHING,
  changeNotifications: { body: { enabled: true, timeout: 3_000 } },
  watchDoNotDisturb: NOTHING,
  setDoNotDisturb: { body: { enabled: 0 } },
  watchCallWaiting: NOTHING,
  setCallWaiting: { body: { enabled: 1 } },
  watchIntercom: NOTHING,
  setIntercom: { body: { deskPhoneEnabled: true, callPanelEnabled: true, clearlyAnywhereEnabled: true } },
  watchForward: NOTHING,
  setForward: { body: { to: "600" } },
  removeForward: NOTHING,
  watchFollowMe: NOTHING,
  setFollowMe: { body: { enabled: false } },
  listRingStrategies: NOTHING,
  listTimeConditions: NOTHING,
  listAvailableExtensions: NOTHING,
  watchDirectNumbers: NOTHING,
  listBlacklist: NOTHING,
  addToBlacklist: { body: { name: "x", number: "5551234" } },
  removeFromBlacklist: { params: { id: "999" } },
  saveBlacklist: { body: { blacklist_numbers: [] } },
  listToggleDestinations: NOTHING,
  setToggleDestination: { params: { id: "650" }, body: { active_opt: "A" } },
  listEmergencyProfiles: NOTHING,
  listEmergencyLocations: NOTHING,
  watchEmergencyCallerId: NOTHING,
  setOwnEmergencyCallerId: { body: CHOICE },
  setEmergencyCallerId: { body: CHOICE },
  watchVoicemailBoxes: NOTHING,
  getVoicemailBox: NOTHING,
  changeVoicemailBox: { body: { language: "fr" } },
  getPinRestrictions: NOTHING,
  getGreeting: { params: { type: "busy" } },
  uploadGreeting: { params: { type: "busy" }, form: { file: "no sound" } },
  resetGreeting: { params: { type: "busy" } },
  getGreetingSpeech: { params: { type: "busy" } },
  speakGreeting: { params: { type: "busy" }, body: { text: "Hello" } },
  removeGreetingSpeech: { params: { type: "busy" } },
  listVoicemails: NOTHING,
  listVoicemailFolders: NOTHING,
  listVoicemailCategories: NOTHING,
  getVoicemail: { params: { id: "999" } },
  downloadVoicemail: { params: { id: "999" } },
  markVoicemailFavorite: { params: { id: "999" } },
  unmarkVoicemailFavorite: { params: { id: "999" } },
  markVoicemailRead: { params: { id: "999" } },
  markVoicemailNew: { params: { id: "999" } },
  removeVoicemailFromFolder: { params: { id: "999" } },
  moveVoicemailToFolder: { params: { id: "999" }, body: { custom_folder: "Family" } },
  archiveVoicemail: { params: { id: "999" }, body: { name: "kept" } },
  restoreVoicemail: { params: { id: "999" }, body: { folder: "inbox" } },
  deleteVoicemail: { params: { id: "999" } },
  transferVoicemail: { params: { id: "999" }, body: { extensions: ["102"] } },
  bulkFavoriteVoicemails: { body: { ids: [999] } },
  bulkUnfavoriteVoicemails: { body: { ids: [999] } },
  bulkMoveVoicemails: { body: { ids: [999], custom_folder: "Family" } },
  bulkUnmoveVoicemails: { body: { ids: [999] } },
  bulkReadVoicemails: { body: { ids: [999] } },
  bulkUnreadVoicemails: { body: { ids: [999] } },
  bulkTransferVoicemails: { body: { ids: [999], extensions: ["102"] } },
  bulkDeleteVoicemails: { body: { ids: [999] } },
};

/** Public: sign-in, and what a page or an <img> loads before the sign-in. */
const PUBLIC: readonly EndpointName[] = [
  "issueToken",
  "revokeToken",
  "getOauthApplication",
  "getBranding",
  "getFaviconSizes",
  "getContactImage",
  "getPictureImage",
  "webviewAuth",
];
/** Open to everyone who is signed in: one's own session, person and data, and facts about the phone system. */
const OPEN: readonly EndpointName[] = [
  "validateSession",
  "getPermissions",
  "getCurrentUser",
  "getLicenses",
  "getFeatureCodes",
  "getMoreInfoLink",
  "getPushKey",
  "subscribePush",
  "unsubscribePush",
  "getPictures",
  "uploadPicture",
  "switchPictureType",
  "deletePicture",
  "changeUser",
  "getNotifications",
  "changeNotifications",
  "listBlacklist",
  "addToBlacklist",
  "removeFromBlacklist",
  "saveBlacklist",
];

/** The handler decides which right is needed, because it depends on the request (RIGHTS-6). */
const DECIDED_BY_HANDLER: ReadonlySet<EndpointName> = new Set(["createContact", "getPreferences"]);

const COMPANY = `
realm: demo
groups: [{ name: none, permissions: [] }]
users:
  - { username: penny, first_name: Penny, last_name: Pass, extension: 130, password: callpanel-demo, groups: [none] }
`;
/** About a hundred endpoints with every combination: slow on a busy machine. */
const WALK_MS = 120_000;
const names = Object.keys(SENT).filter((name): name is EndpointName => Object.hasOwn(endpoints, name));
const ofContract = Object.entries<Endpoint>(endpoints);

describe("every endpoint against every right", () => {
  let server: TestServer;
  let userId: number;
  let otherId: number;
  let token: string;
  beforeAll(async () => {
    // Uploads are really converted.
    const worker = new URL("../adapters/sounds/conversion/conversion.worker.ts", import.meta.url);
    server = await createTestServer({ conversionUrl: await bundleForNode(worker) });
    await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
    userId = (await server.stores.users.byUsername("penny"))?.id ?? 0;
    otherId = (await server.stores.users.byUsername("bob"))?.id ?? 0;
    token = (await server.signIn("penny")).access_token;
  });
  afterAll(() => server.remove());

  const paramsOf = (sent: Sent): Record<string, string> => ({ id: String(userId), ...sent.params });
  const ask = async (name: EndpointName, sent: Sent): Promise<{ status: number; code: string | undefined }> => {
    const endpoint: Endpoint = endpoints[name];
    const params = paramsOf(sent);
    const path = endpointUrl(endpoint).replace(/:(\w+)/g, (_, key: string) => params[key] ?? "");
    const form = sent.form === undefined ? undefined : await encode(sent.form);
    const answer = await server.app.inject({
      method: endpoint.method,
      url: `${path}${sent.query ?? ""}`,
      headers: { ...bearer(token), ...form?.headers },
      ...(form === undefined ? (sent.body === undefined ? {} : { payload: sent.body }) : { payload: form.payload }),
    });
    if (answer.statusCode < 400) return { status: answer.statusCode, code: undefined };
    return { status: answer.statusCode, code: errorBodySchema.parse(answer.json()).code };
  };
  const grant = (permissions: readonly Permission[]) =>
    server.stores.company.atomically((company) => company.setPermissions(userId, permissions));
  const told = (name: string, permissions: readonly Permission[]): string =>
    permissions.length > 20
      ? `${name} with all but ${EVERYTHING.length - permissions.length} rights`
      : `${name} with ${JSON.stringify(permissions)}`;

  /** The handler responded, with any result: no right was missing, and the request was understood. */
  const expectAnswered = async (name: EndpointName, sent: Sent, permissions: readonly Permission[]) => {
    await grant(permissions);
    const { status, code } = await ask(name, sent);
    const where = told(name, permissions);
    expect([401, 403, 500].includes(status), `${where}: ${status} ${code ?? ""}`).toBe(false);
    expect(code, where).not.toBe("request.invalid");
  };
  const expectRefused = async (name: EndpointName, sent: Sent, permissions: readonly Permission[]) => {
    await grant(permissions);
    expect(await ask(name, sent), told(name, permissions)).toEqual({ status: 403, code: "request.forbidden" });
  };

  it("RIGHTS-1 every endpoint has its entry in this table, and those without a demand are listed by name", () => {
    expect(names.toSorted()).toEqual(ofContract.map(([name]) => name).toSorted());
    const openTo = (access: Endpoint["access"]) =>
      ofContract.flatMap(([name, endpoint]) => (endpoint.access === access ? [name] : []));
    expect(openTo("public").toSorted()).toEqual(PUBLIC.toSorted());
    expect(openTo("session").toSorted()).toEqual(OPEN.toSorted());
  });

  it("RIGHTS-2 what is open to everyone who is signed in needs no right", async () => {
    for (const name of OPEN) await expectAnswered(name, SENT[name], []);
  });

  it("RIGHTS-3 an endpoint responds with exactly the right that it demands", { timeout: WALK_MS }, async () => {
    for (const name of names) {
      const { access }: Endpoint = endpoints[name];
      if (typeof access === "string") continue;
      const ways = sufficient(access, { userId, params: paramsOf(SENT[name]) });
      expect(ways.length, name).toBeGreaterThan(0);
      if (DECIDED_BY_HANDLER.has(name)) continue;
      for (const way of ways) await expectAnswered(name, SENT[name], way);
    }
  });

  it("RIGHTS-4 without it access is refused, whatever other rights the caller has", { timeout: WALK_MS }, async () => {
    for (const name of names) {
      const { access }: Endpoint = endpoints[name];
      if (typeof access === "string") continue;
      for (const grants of insufficient(access, { userId, params: paramsOf(SENT[name]) }))
        await expectRefused(name, SENT[name], grants);
    }
  });

  it("RIGHTS-5 for another person, the right on that person is needed; one's own right is not enough", async () => {
    for (const name of names) {
      const { access, path }: Endpoint = endpoints[name];
      if (!path.startsWith("users/{id}") || access === "public") continue;
      const sent = { ...SENT[name], params: { id: String(otherId) } };
      if (access === "session") {
        await expectRefused(name, sent, EVERYTHING);
        continue;
      }
      const asked = { userId, params: paramsOf(sent) };
      for (const grants of insufficient(access, asked)) await expectRefused(name, sent, grants);
      for (const grants of sufficient(access, asked).filter(isNotOwn)) await expectAnswered(name, sent, grants);
    }
  });

  /** A right that the handler itself checks, in addition to the demand. */
  const on = (module: PermissionModule, rule: string, ...targets: readonly string[]): Permission =>
    targets.length === 0 ? { module, rule } : { module, rule, targets: [...targets] };
  it("RIGHTS-6 shared contacts and one's own need separate rights", async () => {
    const personal = { query: "?is_personal=true" };
    const shared = { query: "?is_personal=false" };
    const [manage, read, write] = ["manage_personal", "read", "write"].map((rule) => on("contacts", rule));
    if (manage === undefined || read === undefined || write === undefined) throw new Error("no rights");
    await expectAnswered("listContacts", personal, [manage]);
    await expectRefused("listContacts", personal, everythingBut([manage]));
    await expectAnswered("listContacts", shared, [read]);
    await expectRefused("listContacts", shared, [manage]);
    const form = (is_personal: string) => ({ form: { ...CONTACT, is_personal } });
    await expectAnswered("createContact", form("true"), [manage]);
    await expectRefused("createContact", form("true"), everythingBut([manage]));
    await expectAnswered("createContact", form("false"), [write]);
    await expectRefused("createContact", form("false"), everythingBut([write]));
  });

  it("RIGHTS-6 to read another person's preferences, the right to read them is needed", async () => {
    const of = { params: { id: String(otherId) } };
    for (const rule of ["read_for", "list_for"]) {
      await expectAnswered("getPreferences", of, [on("user_preferences", rule)]);
      await expectAnswered("getPreferences", of, [on("user_preferences", rule, String(otherId))]);
      await expectRefused("getPreferences", of, [
        on("user_preferences", rule, "424242"),
        on("user_preferences", "read"),
      ]);
    }
  });
});

/** `read` satisfies the demand; the handler then checks the person (RIGHTS-6). */
const isNotOwn = (grants: readonly Permission[]): boolean =>
  grants.every(({ rule, targets }) => rule !== "read" && !(rule === "read_for" && targets !== undefined));

async function encode(fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.set(name, name.endsWith("file") ? new Blob([value], { type: "image/png" }) : value);
  const response = new Response(form);
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { "content-type": response.headers.get("content-type") ?? "" },
  };
}
