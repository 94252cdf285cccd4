export { createConferenceBoard, createOwnConferences, type ConferenceBoard } from "./board/conference.board.ts";
export {
  type ConferenceAction,
  type ConferencePlace,
  type LiveConference,
  type LiveMember,
} from "./board/conference.model.ts";
export { conferenceSightOf, shownMembers, type ConferenceSight } from "./board/conference.sight.ts";
export { createThreeWayBoard, type ThreeWayBoard, type ThreeWayMember } from "./board/three-way.board.ts";
export {
  DEFAULT_CONFERENCE,
  DEFAULT_PERSONAL,
  type ConferenceConfiguration,
  type ConferenceConfigurations,
  type ConfiguredConference,
  type PersonalConfiguration,
} from "./configuration/conference-configuration.ts";
export { CONFERENCE_FIELDS, PERSONAL_FIELDS, ROOM_PIN } from "./configuration/conference-fields.ts";
export type { ConferenceStore } from "./conference.store.ts";
export { leadsConference, seesConference } from "./conferences.policy.ts";
export { conferencesModule } from "./conferences.module.ts";
