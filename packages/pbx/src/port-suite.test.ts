import { describePhoneSystem, type SuiteCall } from "@callpanel/phone-port/suite";
import { settle, type PhoneCall } from "@callpanel/testkit";
import { createTestPbx } from "../test/test-pbx.ts";

const suiteCall = (call: PhoneCall): SuiteCall => ({
  answer: () => call.answer(),
  hangUp: () => call.hangUp(),
  until: async (state) => void (await call.until(state)),
});

describePhoneSystem("the embedded phone system", async () => {
  const pbx = createTestPbx();
  return {
    system: pbx.system,
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
