import { AppError, type AuditAct, type AuditDetails, type NewPhone, type PersonAccess } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { PinTryStore } from "../../../kernel/guard/pin-tries.port.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import { presentSignedIn } from "../../auth/index.ts";
import type { OwnEvents } from "../../realtime/index.ts";
import { presentPhone, type SipCredentials } from "../../sip-credentials/index.ts";
import type { StoredUser } from "../company.model.ts";
import { carryOut, peopleOf, type Order } from "../company.order.ts";
import { applyCompany } from "../company.service.ts";
import type { CompanyStore } from "../company.store.ts";
import type { InvitationPlace, Invitations } from "../invitation/invitations.ts";
import { authorOf, notifyProfile } from "./people.service.ts";

export interface AccessServiceDeps {
  readonly company: CompanyStore;
  readonly credentials: SipCredentials;
  readonly pinTries: Pick<PinTryStore, "forget">;
  readonly invitations: Invitations;
  readonly clock: Pick<Clock, "now">;
  readonly ownEvents: Pick<OwnEvents, "tell">;
  readonly companyChanged: () => void;
}

export type AccessService = ReturnType<typeof createAccessService>;

/** PEOPLE-4, PEOPLE-5: how people of a company sign in and register, for those who administer them. */
export function createAccessService(deps: AccessServiceDeps) {
  const { company, credentials, pinTries, invitations, clock, ownEvents, companyChanged } = deps;

  /** Changes one person, if the caller may change them, with a line of the audit log. */
  const onPerson = async <T>(
    caller: Caller,
    userId: number,
    work: (
      order: Order,
      user: StoredUser,
    ) => Promise<{ readonly act: AuditAct; readonly details?: AuditDetails; readonly result: T }>,
  ): Promise<{ readonly user: StoredUser; readonly result: T }> => {
    const order = { realm: caller.realm.name, author: authorOf(caller), at: clock.now() };
    const done = await carryOut(company, order, async (running) => {
      const [user] = await peopleOf(running, { ids: [userId] });
      if (user === undefined) throw new AppError("request.notFound");
      const { act, details = {}, result } = await work(running, user);
      await running.note(act, { person: userId, details });
      return { user, result };
    });
    companyChanged();
    const { extension } = done.user;
    notifyProfile(ownEvents, { id: userId, extension, realm: caller.realm.name });
    return done;
  };

  const ownPerson = async ({ realm }: Caller, userId: number): Promise<StoredUser> => {
    const [user] = await company.read((reader) => reader.users(realm.id, { ids: [userId] }));
    if (user === undefined) throw new AppError("request.notFound");
    return user;
  };

  /** PEOPLE-5: one’s own are changed in the settings, which ask for the old password and for a code. */
  const checkOther = ({ userId: own }: Caller, userId: number): void => {
    if (own === userId) throw new AppError("admin.ownAccess");
  };

  return {
    show: async (caller: Caller, userId: number): Promise<PersonAccess> => {
      await ownPerson(caller, userId);
      const access = await company.read((reader) => reader.accessOf(userId, clock.now()));
      return {
        invited_until: access.invitedUntil,
        signed_in: presentSignedIn(access.signedIn, caller.sessionId),
        second_factor: access.secondFactor,
        mailbox_pin: access.mailboxPin,
        phones: (await credentials.phonesOf(userId)).map(presentPhone),
      };
    },

    invite: async (caller: Caller, userId: number, place: InvitationPlace) => {
      checkOther(caller, userId);
      const invitation = invitations.make();
      const { user } = await onPerson(caller, userId, async ({ company: writer }, { suspended, email }) => {
        if (suspended) throw new AppError("admin.suspended");
        await writer.invite(userId, invitation.link);
        return { act: "people.invited", details: { to: email === "" ? null : email }, result: undefined };
      });
      return invitations.send(user, invitation, place);
    },

    setPassword: async (caller: Caller, userId: number, password: string): Promise<void> => {
      checkOther(caller, userId);
      const { username, extension } = await ownPerson(caller, userId);
      const draft = { realm: caller.realm.name, groups: [], users: [{ username, password }], services: [] };
      await applyCompany(company, draft, { author: authorOf(caller), at: clock.now() });
      companyChanged();
      notifyProfile(ownEvents, { id: userId, extension, realm: caller.realm.name });
    },

    signOut: async (caller: Caller, userId: number): Promise<void> => {
      await onPerson(caller, userId, async ({ company: writer, at }) => {
        await writer.signOut(userId, at);
        return { act: "people.sessionsEnded", result: undefined };
      });
    },

    endSession: async (caller: Caller, userId: number, sessionId: string): Promise<void> => {
      await onPerson(caller, userId, async ({ company: writer, at }) => {
        const access = await writer.accessOf(userId, at);
        const session = access.signedIn.sessions.find(({ id }) => id === sessionId);
        if (session === undefined || !(await writer.endSession({ userId, sessionId, at })))
          throw new AppError("request.notFound");
        return { act: "people.sessionEnded", details: { network: session.network }, result: undefined };
      });
    },

    resetSecondFactor: async (caller: Caller, userId: number): Promise<void> => {
      checkOther(caller, userId);
      await onPerson(caller, userId, async ({ company: writer, at }) => {
        if (!(await writer.resetSecondFactor(userId))) throw new AppError("request.notFound");
        await writer.signOut(userId, at);
        return { act: "people.secondFactorReset", result: undefined };
      });
    },

    resetMailboxPin: async (caller: Caller, userId: number): Promise<void> => {
      await onPerson(caller, userId, async ({ company: writer }) => {
        await writer.resetMailboxPin(userId);
        return { act: "people.pinReset", result: undefined };
      });
      await pinTries.forget({ kind: "voicemail", holder: String(userId) });
    },

    addPhone: async (
      caller: Caller,
      userId: number,
      { label, server }: { readonly label: string; readonly server: string },
    ): Promise<NewPhone> => {
      const realm = caller.realm.name;
      // With the check of rights and the line of the audit log in one transaction.
      const { user, result } = await onPerson(caller, userId, async ({ company: writer }, { suspended, username }) => {
        if (suspended) throw new AppError("admin.suspended");
        const added = await credentials.addPhone({ userId, username, realm }, label, writer.addPhone);
        return { act: "people.phoneAdded", details: { label }, result: added };
      });
      return { phone: presentPhone(result.phone), username: user.username, realm, server, secret: result.secret };
    },

    removePhone: async (caller: Caller, userId: number, phoneId: string): Promise<void> => {
      await onPerson(caller, userId, async ({ company: writer }) => {
        const label = await writer.removePhone(userId, phoneId);
        if (label === undefined) throw new AppError("request.notFound");
        return { act: "people.phoneRemoved", details: { label }, result: undefined };
      });
    },
  };
}
