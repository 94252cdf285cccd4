/** Conferences and their members, as the server lists them. */
import type { Conference, ConferenceMember } from "@callpanel/contract";

export const fakeMember = (channel: string, changes: Partial<ConferenceMember> = {}): ConferenceMember => ({
  channel,
  name: channel,
  number: "",
  admin: false,
  marked: false,
  invited: false,
  muted: false,
  microphoneOff: false,
  mutedByRoom: false,
  talking: false,
  waiting: false,
  joinedAt: 1_000,
  ...changes,
});

export const fakeConference = (number: string, name: string, changes: Partial<Conference> = {}): Conference => ({
  id: number,
  name,
  confno: number,
  number,
  has_admin: false,
  has_pin: false,
  pin: null,
  admin_pin: null,
  max_users: 0,
  watch: false,
  opts: {
    announce_count: false,
    announce_join_leave: false,
    music_on_hold: true,
    options_menu: false,
    wait_for_admin: false,
    listen_only: false,
    record: false,
  },
  disabled: false,
  personal: false,
  may_control: false,
  locked: false,
  recording: false,
  members: [],
  ...changes,
});
