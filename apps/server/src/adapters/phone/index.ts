export { createPhoneAnnouncements } from "./announcements.ts";
export { createCallFeed, createReachable, pushTopicOf } from "./call-feed.ts";
export { createCallLedger } from "./call-ledger.ts";
export { createPhoneDirectory, type PhoneDirectory } from "./phone-directory.ts";
export { feedPersonalStates } from "./personal-feed.ts";
export { feedOffice } from "./phone-feed.ts";
