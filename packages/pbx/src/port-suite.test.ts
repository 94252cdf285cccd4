import { describePhoneSystem, type SuiteCall } from "@callpanel/phone-port/suite";
import { settle, type PhoneCall } from "@callpanel/testkit";
import { createFakeQueues } from "../test/fake-queues.ts";
import { queueOf } from "../test/queue-world.ts";
import { createTestPbx } from "../test/test-pbx.ts";

const suiteCall = (call: PhoneCall): SuiteCall => ({
  answer: () => call.answer(),
  hangUp: () => call.hangUp(),
  until: async (state) => void (await call.until(state)),
});

describePhoneSystem("the embedded phone system", async () => {
  const support = queueOf({
    members: [
      { agentId: 2, penalty: 0, login: "always" },
      { agentId: 3, penalty: 1, login: "byCode" },
    ],
  });
  const queues = createFakeQueues([support]);
  const pbx = createTestPbx({}, { queues });
  pbx.directory.setNumber("600", { kind: "queue", id: "support", name: "Support" });
  pbx.directory.setNumber("800", { kind: "room", id: "800", name: "Open room" });
  await settle();
  return {
    system: pbx.system,
    queueRows: () => queues.rows,
    phone: async (name) => {
      const phone = await pbx.registered(name);
      return {
        call: (number) => suiteCall(phone.call(number)),
        incoming: async () => suiteCall(await phone.incoming()),
      };
    },
    settle,
    close: async () => {
      const stopped = pbx.system.stop({ graceMs: 0 });
      await pbx.clock.advance(1_000);
      await stopped;
    },
  };
});
