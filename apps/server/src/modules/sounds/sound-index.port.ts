import type { SoundHolder, SoundId, StoredSound } from "../../kernel/files/sound-store.port.ts";

type Holder = Pick<SoundHolder, "kind" | "id">;

/** The list of sounds and their holders; the bytes are in files. */
export interface SoundIndex {
  /**
   * Claims a sound that is being stored: until it is added, or the claim is released, no server removes its file. Waits
   * while a server removes it.
   * `owner`: the instance that stores it.
   */
  claim(id: SoundId, claim: { readonly name: string; readonly owner: string }): Promise<void>;
  giveUp(claimName: string): Promise<void>;
  /** Releases the claims of an instance that has ended. */
  giveUpOf(owner: string): Promise<void>;
  /**
   * Durable when it resolves; idempotent. Ends the claim.
   * @returns false, and nothing is added, when another server has released the claim: the file may be removed
   */
  add(sound: StoredSound, holder: SoundHolder, claimName: string): Promise<boolean>;
  find(id: SoundId): Promise<StoredSound | undefined>;
  heldBy(holder: Holder): Promise<readonly StoredSound[]>;
  /** @returns false when there is no such sound */
  hold(id: SoundId, holder: SoundHolder): Promise<boolean>;
  /** @returns the released sounds that have no holder now */
  release(holder: Holder, id?: SoundId): Promise<readonly SoundId[]>;
  /** Removes a sound without holders or claims, and its file. In the meantime it cannot be stored or held. */
  forget(id: SoundId, removeFile: () => Promise<void>): Promise<void>;
  /** Sounds without holders. */
  unheld(): Promise<readonly SoundId[]>;
  used(account: string): Promise<number>;
}
