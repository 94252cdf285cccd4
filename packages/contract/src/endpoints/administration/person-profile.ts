/** A person's picture, and what an emergency call of theirs says (docs/spec/administration-people.md). */
import * as z from "zod/mini";
import { managesArea, seesArea } from "../../administration/rights.policy.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { emergencyLocationSchema, emergencyProfileSchema } from "../calls/emergency-identity.ts";
import { emergencyChoiceSchema } from "../calls/emergency.ts";
import { PICTURE_MAX_BYTES, PICTURE_MEDIA_TYPES } from "../people/pictures.ts";

const params = z.object({ id: z.coerce.number() });
const done = z.object({ success: z.literal(true) });

export const uploadPersonPicture = defineEndpoint({
  method: "POST",
  path: "administration/people/{id}/picture",
  summary: "Add a picture of a person and show it; it is drawn again from the file",
  access: managesArea("people"),
  params,
  upload: { field: "file", maxBytes: PICTURE_MAX_BYTES, mediaTypes: PICTURE_MEDIA_TYPES },
  response: done,
});

export const removePersonPicture = defineEndpoint({
  method: "DELETE",
  path: "administration/people/{id}/picture",
  summary: "Remove the picture that is shown of a person; their initials are shown then",
  access: managesArea("people"),
  params,
  response: done,
});

export const getPersonEmergency = defineEndpoint({
  method: "GET",
  path: "administration/people/{id}/emergency",
  summary: "What an emergency call of a person says, and what may be chosen",
  access: seesArea("people"),
  params,
  response: z.object({
    ...emergencyChoiceSchema.shape,
    profiles: z.array(emergencyProfileSchema),
    locations: z.array(emergencyLocationSchema),
    disabledGlobally: z.boolean(),
  }),
});

export const setPersonEmergency = defineEndpoint({
  method: "PUT",
  path: "administration/people/{id}/emergency",
  summary: "Choose the location and the call-back number of a person's emergency calls",
  access: managesArea("people"),
  params,
  body: emergencyChoiceSchema,
  response: done,
});
