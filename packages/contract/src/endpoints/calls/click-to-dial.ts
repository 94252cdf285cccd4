/** What a click on a number does (spec 1 §4, click-to-dial by setting). */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { readsOwn, userIdParams, watchedSettings, writesOf } from "../people/watched-settings.ts";

/** Show the softphone, dial in the softphone, or call my telephones and dial when I have answered. */
export const CLICK_TO_DIAL_DESTINATIONS = ["softphoneShow", "callPanelDial", "dialAfterOriginate"] as const;
export const clickToDialSchema = z.object({ destination: z.enum(CLICK_TO_DIAL_DESTINATIONS) });
export type ClickToDial = z.infer<typeof clickToDialSchema>;
export type ClickToDialDestination = ClickToDial["destination"];

export const DEFAULT_CLICK_TO_DIAL: ClickToDial = { destination: "softphoneShow" };

export const listClickToDial = defineEndpoint({
  method: "GET",
  path: "users/{id}/click_to_dial/can_watch_users",
  summary: "Click-to-dial of the user and of sub-accounts that the user may read",
  access: readsOwn("click_to_dial"),
  params: userIdParams,
  response: watchedSettings(clickToDialSchema.shape),
});

export const changeClickToDial = defineEndpoint({
  method: "PUT",
  path: "users/{id}/click_to_dial",
  summary: "Choose what a click on a number does",
  access: writesOf("click_to_dial"),
  params: userIdParams,
  body: clickToDialSchema,
  response: clickToDialSchema,
});
