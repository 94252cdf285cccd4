/** What a user may see of queues and do to their agents (docs/spec/queue-board.md). The only place that decides it. Ids of queues are their numbers. */
import { holdsForAll, holdsRule, type Rights } from "./permissions.ts";

const QUEUES = "queues";

/** Number and name of callers: of everybody, since a caller may be anybody. */
export const mayIdentifyCallers = (rights: Rights): boolean =>
  holdsForAll(rights, "panel_buddies", "show_caller_id_info");

/** Each of the rules applies to all queues, or to those that it names. */
export const maySeeQueue = (rights: Rights, queue: string): boolean =>
  ["read", "read_for", "list_for"].some((rule) => holdsRule(rights, QUEUES, rule, queue));

/** Pausing an agent in a queue, and ending the pause: the user, or anybody. */
export const mayPause = (rights: Rights, queue: string, { isOwn }: { readonly isOwn: boolean }): boolean =>
  maySeeQueue(rights, queue) &&
  (holdsRule(rights, QUEUES, "execute_pause", queue) ||
    (isOwn && holdsRule(rights, QUEUES, "execute_pause_self", queue)));

/** Moving a waiting caller: to the user, or anywhere else. */
export const mayMoveCaller = (rights: Rights, queue: string, { isToSelf }: { readonly isToSelf: boolean }): boolean =>
  maySeeQueue(rights, queue) &&
  holdsRule(rights, QUEUES, isToSelf ? "execute_redirect_self" : "execute_redirect_user", queue);

/** Removing a caller who waits to be called back: people who may move callers to others (QCB-14). */
export const mayRemoveCallback = (rights: Rights, queue: string): boolean =>
  mayMoveCaller(rights, queue, { isToSelf: false });

/** Calling back a caller who got no answer: people who may take waiting callers may take these. */
export const mayCallBack = (rights: Rights, queue: string): boolean => mayMoveCaller(rights, queue, { isToSelf: true });
