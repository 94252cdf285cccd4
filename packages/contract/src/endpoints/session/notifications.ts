/** Desktop notifications (spec 2 §7 and §9). */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { NOTIFICATION_TIMEOUT_MS } from "../../limits.ts";

export const NOTIFICATION_TIMEOUT_LEAST_MS = 1_000;
export const NOTIFICATION_TIMEOUT_MOST_MS = 60_000;

export const panelNotificationsSchema = z.object({
  enabled: z.boolean(),
  /** How long one is shown, in ms. That of a call goes earlier when it stops ringing. */
  timeout: z.number().check(z.int(), z.gte(NOTIFICATION_TIMEOUT_LEAST_MS), z.lte(NOTIFICATION_TIMEOUT_MOST_MS)),
});
export type PanelNotifications = z.infer<typeof panelNotificationsSchema>;

export const DEFAULT_NOTIFICATIONS: PanelNotifications = { enabled: true, timeout: NOTIFICATION_TIMEOUT_MS };

export const getNotifications = defineEndpoint({
  method: "GET",
  path: "panel_notifications",
  summary: "The user's own desktop notifications",
  access: "session",
  response: panelNotificationsSchema,
});

export const changeNotifications = defineEndpoint({
  method: "POST",
  path: "panel_notifications",
  summary: "Switch the user's own desktop notifications and set how long they show",
  access: "session",
  body: panelNotificationsSchema,
  response: panelNotificationsSchema,
});
