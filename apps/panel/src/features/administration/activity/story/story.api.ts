import { downloadCallCapture, downloadCallStory, getCallStory, listCallStories } from "@callpanel/contract";
import type { StoryOrder } from "@callpanel/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Api, Download } from "../../../../shared/api/api.ts";
import { ACTIVITY_KEY } from "../../administration.reload.ts";

const RECENT = 20;

export const storiesQuery = (api: Api, order: StoryOrder) =>
  queryOptions({
    queryKey: [...ACTIVITY_KEY, "stories", "list", order],
    queryFn: ({ signal }) => api.call(listCallStories, { query: { start: 0, limit: RECENT, order }, signal }),
  });

export const storyQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...ACTIVITY_KEY, "stories", "one", id],
    queryFn: ({ signal }) => api.call(getCallStory, { params: { id }, signal }),
  });

export const storyFiles = {
  text: { name: "call.txt", load: (download: Download, id: string) => download(downloadCallStory, { params: { id } }) },
  pcap: {
    name: "call.pcap",
    load: (download: Download, id: string) => download(downloadCallCapture, { params: { id } }),
  },
} as const;
