import { type PushReceiver, startPushReceiver } from "@callpanel/testkit/push-receiver";
import { test } from "../company/people.ts";

/** Gives the journeys of a file a push service, browsers that show notifications, and a server that takes it for a real one. @returns it, while a journey runs */
export function usePushService(): () => PushReceiver {
  let service: PushReceiver | undefined;
  test.use({
    isWhole: true, // notifications
    serverEnv: async ({}, use) => {
      service = await startPushReceiver();
      await use({ PUSH_TEST_SERVICE: service.origin });
      await service.stop();
    },
  });
  return () => {
    if (service === undefined) throw new Error("the push service runs only while a journey does");
    return service;
  };
}
