/** Rooms that people dial: their settings (docs/spec/conferences.md). Their state is in `RoomView`. */
import type { SpokenLanguage } from "./ports.ts";

export interface RoomSettings {
  /** As it is dialled. */
  readonly number: string;
  readonly name: string;
  /** Nobody may join, and nobody is in it. */
  readonly disabled: boolean;
  /** Most members, those who wait included; 0: no limit. */
  readonly maxUsers: number;
  /** Members wait until an admin is there, and again when the last one has left. */
  readonly waitForAdmin: boolean;
  /** Only admins are heard, and those whom they let speak. */
  readonly listenOnly: boolean;
  /** For a member who is alone or waits; otherwise silence. */
  readonly music: boolean;
  readonly language: SpokenLanguage;
}
