import {
  getPersonEmergency,
  removePersonPicture,
  setPersonEmergency,
  uploadPersonPicture,
  type EmergencyChoice,
} from "@callpanel/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../shared/api/api.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";

export const emergencyQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "people", "emergency", id],
    queryFn: ({ signal }) => api.call(getPersonEmergency, { params: { id }, signal }),
  });

export const profileChanges = {
  uploadPicture: (api: Api, id: number, file: Blob) => api.call(uploadPersonPicture, { params: { id }, file }),
  removePicture: (api: Api, id: number) => api.call(removePersonPicture, { params: { id } }),
  setEmergency: (api: Api, id: number, body: EmergencyChoice) => api.call(setPersonEmergency, { params: { id }, body }),
};
