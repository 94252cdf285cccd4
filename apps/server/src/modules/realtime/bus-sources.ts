import type { Bus } from "../../kernel/bus/bus.ts";
import type { Clock } from "../../kernel/clock.ts";
import { activityChanged, activityEvents, activitySightOf } from "./activity.feed.ts";
import { administrationEvents, administrationSightOf, companyChanged } from "./administration.feed.ts";
import { contactEvents, contactSightOf, sharedContactsChanged } from "./contact.feed.ts";
import { createEventSource, type EventSource, type OwnEvent } from "./event-source.ts";
import { featureCodesChanged, featureCodesEvents, featureCodesSightOf } from "./feature-codes.feed.ts";
import { noticed, noticeEvents, noticeSightOf } from "./notices.feed.ts";
import { createPeopleFeed } from "./people.feed.ts";
import { ownEvent } from "./own-events.ts";

/** The topics of the bus that become events. */
export const eventSourcesOn = ({ subscribe }: Pick<Bus, "subscribe">, clock: Clock): readonly EventSource[] => [
  createEventSource({
    name: "ownEvents",
    subscribe: (listener) => subscribe(ownEvent, listener),
    visibleTo: () => ({ key: "" }),
    ownEvents: (event: OwnEvent) => [event],
  }),
  createEventSource({
    name: "contacts",
    subscribe: (listener) => subscribe(sharedContactsChanged, listener),
    visibleTo: contactSightOf,
    events: contactEvents,
  }),
  createEventSource({
    name: "notices",
    subscribe: (listener) => subscribe(noticed, listener),
    visibleTo: noticeSightOf,
    events: noticeEvents,
  }),
  createPeopleFeed({ subscribe }, clock),
  createEventSource({
    name: "featureCodes",
    subscribe: (listener) => subscribe(featureCodesChanged, listener),
    visibleTo: featureCodesSightOf,
    events: featureCodesEvents,
  }),
  createEventSource({
    name: "administration",
    subscribe: (listener) => subscribe(companyChanged, listener),
    visibleTo: administrationSightOf,
    events: administrationEvents,
  }),
  createEventSource({
    name: "activity",
    subscribe: (listener) => subscribe(activityChanged, listener),
    visibleTo: activitySightOf,
    events: activityEvents,
  }),
];
