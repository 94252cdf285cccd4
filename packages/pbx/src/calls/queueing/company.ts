import type { DirectoryUser, Party } from "@callpanel/phone-port";

/** The company at a queue: its administrator chose the number to which the queue sends callers, so the company's rights apply. */
export const companyAt = ({ number, name }: Party): DirectoryUser => ({
  id: 0,
  sipUsername: "",
  extension: number,
  displayName: name,
  mayUseSoftphone: false,
  doNotDisturb: false,
  callWaiting: true,
});
