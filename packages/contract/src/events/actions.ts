/**
 * What the realtime connection carries, both ways (spec 1 §4, spec 2 §7). Every frame is JSON. The panel signs in with
 * its first frame; after that the server sends events, each with the stream's sequence number, and answers commands. A
 * message of the server is a frame, or an array of frames for a panel that takes them.
 */
import * as z from "zod/mini";
import {
  presenceEventSchema,
  presenceFeatureEventSchema,
  meetingEventSchema,
  registerEventSchema,
  initiateEventSchema,
  confirmedEventSchema,
  callChannelEventSchema,
  terminatedEventSchema,
  bridgeEventSchema,
  channelEventSchema,
  spyEventSchema,
  monitorEventSchema,
  mailboxEventSchema,
  attendedTransferEventSchema,
  emergencyEventSchema,
} from "./calls.ts";
import {
  buddyPreferenceEventSchema,
  settingEventSchema,
  contactsEventSchema,
  peopleEventSchema,
  featureCodesEventSchema,
  administrationEventSchema,
  activityEventSchema,
  contactImportEventSchema,
  callWrittenEventSchema,
  callDivertedEventSchema,
  smsEventSchema,
  smsDraftEventSchema,
  recordingArchiveEventSchema,
} from "./changes.ts";
import { conferenceEventSchema, threeWayEventSchema, videoInviteEventSchema } from "./conferences.ts";
import { parkingEventSchema } from "./parking.ts";
import { queueEventSchema, queueChannelEventSchema, missedCallersEventSchema } from "./queues.ts";

export const errorEventSchema = z.object({ action: z.literal("ERROR"), message: z.string() });
export const realtimeEventSchema = z.discriminatedUnion("action", [
  callWrittenEventSchema,
  callDivertedEventSchema,
  recordingArchiveEventSchema,
  presenceEventSchema,
  presenceFeatureEventSchema,
  registerEventSchema,
  initiateEventSchema,
  confirmedEventSchema,
  callChannelEventSchema,
  terminatedEventSchema,
  errorEventSchema,
  queueEventSchema,
  queueChannelEventSchema,
  missedCallersEventSchema,
  conferenceEventSchema,
  meetingEventSchema,
  threeWayEventSchema,
  bridgeEventSchema,
  channelEventSchema,
  spyEventSchema,
  monitorEventSchema,
  mailboxEventSchema,
  parkingEventSchema,
  attendedTransferEventSchema,
  buddyPreferenceEventSchema,
  settingEventSchema,
  emergencyEventSchema,
  contactsEventSchema,
  contactImportEventSchema,
  smsEventSchema,
  smsDraftEventSchema,
  peopleEventSchema,
  featureCodesEventSchema,
  administrationEventSchema,
  activityEventSchema,
  videoInviteEventSchema,
]);
export type RealtimeEvent = z.infer<typeof realtimeEventSchema>;
