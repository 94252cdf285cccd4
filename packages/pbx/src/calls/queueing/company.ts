import type { DirectoryUser, Party } from "@callpanel/phone-port";

/** The company at a queue: who set up the queue chose the number to which it sends callers, so the company's rights hold. */
export const companyAt = ({ number, name }: Party): DirectoryUser => ({
  id: 0,
  sipUsername: "",
  extension: number,
  displayName: name,
  mayUseSoftphone: false,
  doNotDisturb: false,
  callWaiting: true,
});
