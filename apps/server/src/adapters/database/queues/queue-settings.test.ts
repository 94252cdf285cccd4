import { AppError } from "@callpanel/contract";
import { describe, expect, it } from "vitest";
import { applyCompany, exportCompany, parseCompanyFile } from "../../../modules/administration/index.ts";
import { DEFAULT_QUEUE } from "../../../modules/queues/index.ts";
import { announcementDraft } from "../../../../test/announcements.ts";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase } from "../../../../test/test-databases.ts";

const ACME = `
realm: acme
users:
  - { username: ann, first_name: Ann, last_name: Ames, extension: 101, password: a-good-password }
  - { username: ben, first_name: Ben, last_name: Bell, extension: 102, password: a-good-password }
queues: [{ number: 600, name: Support }, { number: 601, name: Sales }]
`;
const EVERYTHING = `
realm: acme
queues:
  - number: 600
    name: Support
    strategy: weighted_random
    ring_seconds: 20
    retry_seconds: 7
    wrap_up_seconds: 30
    max_waiting: 12
    max_wait_seconds: 600
    empty_for_joining: no_agents
    empty_for_waiting: no_active_agents
    exit_key: "*"
    exit_to: 102
    callback_key: 2
    callback_attempts: 4
    callback_retry_seconds: 90
    callback_expires_seconds: 7200
    max_callbacks: 6
    overflow_to: "+14165550199"
    weight: 5
    ring_in_use: true
    auto_pause_after: 3
    auto_pause_scope: all_queues
    announce_position: true
    announce_wait: true
    announce_first_seconds: 10
    announce_every_seconds: 45
    language: fr
    greeting: 640
    whisper: 641
    music: 640
    record: true
    service_level_seconds: 45
    members:
      - { user: ben, penalty: 2, login: by_code, ring_in_use: false }
      - { user: ann }
`;

onEachDatabase((kind, create) => {
  describe(`settings of queues on ${kind}`, () => {
    const on = openStoresForEach(create, ACME);
    const apply = (file: string) => applyCompany(on.stores.company, parseCompanyFile(file));
    const realm = async () => {
      const [first] = await on.stores.company.read((company) => company.realms());
      if (first === undefined) throw new Error("there is no realm");
      return first;
    };
    const exported = async () => {
      const of = await realm();
      return on.stores.company.read((company) => exportCompany(company, { realm: of, withSecrets: true }));
    };
    const queue = async (number = "600") =>
      (await on.stores.queues.queuesOf("acme")).find((one) => one.number === number);
    const idOf = async (username: string) => (await on.stores.users.byUsername(username))?.id ?? 0;
    const announce = async () => {
      const { id } = await realm();
      for (const number of ["640", "641"]) await on.stores.announcements.add(id, announcementDraft({ number }));
    };
    const faultOf = async (file: string): Promise<string> => {
      try {
        await apply(file);
      } catch (error) {
        if (error instanceof AppError) return error.message;
        throw error;
      }
      return "";
    };

    it("QUEUESET-1 a queue has the default settings and no agents until they are changed", async () => {
      expect(await queue()).toEqual({ number: "600", name: "Support", configuration: DEFAULT_QUEUE, members: [] });
      expect(await on.stores.queues.queuesOf("nowhere")).toEqual([]);
    });

    it("QUEUESET-2 every setting comes from a company file and goes back into it; settings that a file does not name stay", async () => {
      await announce();
      expect(await apply(EVERYTHING)).toEqual({ added: 0, changed: 1, unchanged: 0 });
      const [ann, ben] = [await idOf("ann"), await idOf("ben")];
      expect(await queue()).toEqual({
        number: "600",
        name: "Support",
        configuration: {
          strategy: "weightedRandom",
          agentRingSeconds: 20,
          retrySeconds: 7,
          wrapUpSeconds: 30,
          maxWaiting: 12,
          maxWaitSeconds: 600,
          joinWhenEmpty: "noAgents",
          leaveWhenEmpty: "noActiveAgents",
          exitKey: "*",
          exitTo: "102",
          callbackKey: "2",
          callbackAttempts: 4,
          callbackRetrySeconds: 90,
          callbackExpiresSeconds: 7_200,
          maxCallbacks: 6,
          overflowTo: "+14165550199",
          weight: 5,
          ringInUse: true,
          autoPauseAfter: 3,
          autoPauseScope: "allQueues",
          announcePosition: true,
          announceWait: true,
          announceFirstSeconds: 10,
          announceEverySeconds: 45,
          language: "fr",
          greeting: "640",
          whisper: "641",
          music: "640",
          records: true,
          serviceLevelSeconds: 45,
        },
        members: [
          { agentId: ben, penalty: 2, login: "byCode", ringInUse: false },
          { agentId: ann, penalty: 0, login: "always" },
        ],
      });
      const file = await exported();
      expect(await apply(file)).toMatchObject({ added: 0, changed: 0 });
      await apply("realm: acme\nqueues: [{ number: 600, name: Support, max_waiting: none }]\n");
      expect(await queue()).toMatchObject({ configuration: { maxWaiting: null, weight: 5 }, members: [{}, {}] });
      await on.stores.company.atomically((company) =>
        company.realms().then(([one]) => company.removeService(one?.id ?? 0, "600")),
      );
      expect(await apply(file)).toMatchObject({ added: 1, changed: 0 });
      expect(await exported()).toBe(file);
    });

    it("QUEUESET-3 each wrong setting and agent is refused with its line, and nothing is changed", async () => {
      const head = "realm: acme\nqueues:\n  - number: 600\n    name: Support\n";
      for (const [line, wanted] of [
        ["strategy: ring-all", "strategy: must be one of ring_all, least_recent"],
        ["ring_seconds: 0", "ring_seconds: must be a whole number from 1 to 300"],
        ["retry_seconds: 1.5", "retry_seconds: must be a whole number"],
        ["wrap_up_seconds: -1", "wrap_up_seconds: must be a whole number from 0 to 3600"],
        ["max_waiting: 0", "max_waiting: must be a whole number from 1 to 1000, or none"],
        ["max_wait_seconds: 86401", "max_wait_seconds: must be a whole number from 1 to 86400, or none"],
        ["empty_for_joining: yes", "empty_for_joining: must be one of never, no_agents, no_active_agents"],
        ["exit_key: 12", "exit_key: must be one key of the telephone, or none"],
        ["callback_key: 12", "callback_key: must be one digit, or none"],
        ["callback_attempts: 11", "callback_attempts: must be a whole number from 1 to 10"],
        ["exit_to: sip:x@y", "exit_to: must be a number of the company, or an outside number with +, or none"],
        ["announce_every_seconds: 9", "announce_every_seconds: must be a whole number from 10 to 3600"],
        ["language: de", "language: must be one of en, fr"],
        ["record: maybe", "record: must be true or false"],
        ["ring_in_use: [true]", "ring_in_use: must be true or false"],
        ["colour: red", "colour: must be one of strategy, ring_seconds"],
        ["members: [{ user: Ann Ames }]", "members.0.user: must be lower-case letters"],
        ["members: [{ user: ann, penalty: 101 }]", "members.0.penalty: must be 0 to 100"],
        ["members: [{ user: ann, login: never }]", "members.0.login: must be always or by_code"],
        ["members: [{ user: ann, colour: red }]", 'members.0.colour: Unrecognized key: "colour"'],
      ] as const)
        expect(await faultOf(`${head}    ${line}\n`), line).toContain(`line 5: queues.0.${wanted}`);
      expect(await queue()).toMatchObject({ configuration: DEFAULT_QUEUE, members: [] });
    });

    it("QUEUESET-4 agents, destinations and announcements must exist", async () => {
      await announce();
      const fault = (settings: string) =>
        faultOf(`realm: acme\nqueues:\n  - { number: 600, name: Support, ${settings} }\n`);
      expect(await fault("members: [{ user: cat }]")).toContain("line 3: user cat does not exist");
      expect(await fault("members: [{ user: ann }, { user: ann }]")).toContain("agent ann of queue 600 already exists");
      expect(await fault("overflow_to: 999")).toContain("line 3: target 999 of queue 600 does not exist (overflow_to)");
      expect(await fault("overflow_to: 600")).toContain("600 would lead in a circle: 600 → 600 (overflow_to)");
      expect(await fault("exit_key: 1")).toContain("needs both exit_key and exit_to");
      expect(await fault("exit_key: 1, exit_to: 601, callback_key: 1")).toContain("needs different keys");
      expect(await fault("greeting: 102")).toContain("announcement 102 of queue 600 does not exist (greeting)");
      expect(await fault("exit_key: 1, exit_to: 601, overflow_to: 640, greeting: 640")).toBe("");
      expect(await fault("exit_to: none")).toContain("needs both");
      // A file may name a queue before the number that it leads to.
      const later =
        "realm: acme\nqueues: [{ number: 602, name: A, overflow_to: 801 }]\nrooms: [{ number: 801, name: B }]\n";
      expect(await faultOf(later)).toBe("");
    });

    it("QUEUESET-5 destinations follow a person to a new extension", async () => {
      await apply("realm: acme\nqueues: [{ number: 600, name: S, overflow_to: 102, exit_key: 0, exit_to: 102 }]\n");
      await apply("realm: acme\nusers: [{ username: ben, extension: 205 }]\n");
      expect(await queue()).toMatchObject({ configuration: { overflowTo: "205", exitTo: "205", exitKey: "0" } });
    });

    it("QUEUESET-7 a removed person is no agent any more, and a new queue has nothing of an earlier one", async () => {
      await apply(
        "realm: acme\nqueues: [{ number: 600, name: S, weight: 3, members: [{ user: ann }, { user: ben }] }]\n",
      );
      const [ann, ben, { id: realmId }] = [await idOf("ann"), await idOf("ben"), await realm()];
      await on.stores.company.atomically((company) => company.removeUser(ann));
      expect((await queue())?.members.map(({ agentId }) => agentId)).toEqual([ben]);
      await on.stores.queues.watch({ userId: ben, realmId, number: "600", watched: true });
      expect(await on.stores.queues.watchedBy(ben)).toEqual(["600"]);
      await on.stores.company.atomically((company) => company.removeService(realmId, "600"));
      await apply("realm: acme\nqueues: [{ number: 600, name: S }]\n");
      expect(await queue()).toMatchObject({ configuration: DEFAULT_QUEUE, members: [] });
      expect(await on.stores.queues.watchedBy(ben)).toEqual([]);
    });
  });
});
