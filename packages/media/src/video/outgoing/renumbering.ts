import type { HeldPacket } from "../incoming/incoming-layer.ts";
import { unwrapBits } from "../wire/serial.ts";
import type { PictureNumbers } from "../wire/vp8-descriptor.ts";

/** What becomes of a packet. */
export type Fate =
  | { readonly kind: "sent"; readonly number: number }
  /** Its number is taken, its content is not wanted: an empty packet closes the gap. */
  | { readonly kind: "filled"; readonly number: number }
  | { readonly kind: "dropped" };

/** The numbers with which a layer begins in a slot. */
export interface FirstNumbers extends PictureNumbers {
  readonly number: number;
}

/**
 * How the numbers of one layer map to those of a slot from one key frame on. What is left out closes up: the numbers
 * after it move. A number that is missing keeps its place, and so does its picture.
 */
export class Renumbering {
  /** Temporal layers above this one are to be left out. */
  wantedTemporalLayer = MOST_TEMPORAL;
  #temporalLayer = MOST_TEMPORAL;
  #beforeRaise = MOST_TEMPORAL;
  #raisedAt = -1;
  readonly #first: number;
  #highest: number;
  #offset: number;
  readonly #numbers = new Shifts(512);
  readonly #firstPicture: number;
  #highestPicture: number;
  #pictureOffset: number;
  readonly #pictures = new Shifts(128);
  /** Pictures that were sent in part: the rest of them follows. */
  readonly #begun = new Shifts(128);
  readonly #tl0Offset: number;

  /** `keyFrame` is the first packet of one. */
  constructor(keyFrame: HeldPacket, first: FirstNumbers) {
    this.#first = keyFrame.sequence;
    this.#highest = keyFrame.sequence - 1;
    this.#offset = first.number - keyFrame.sequence;
    this.#firstPicture = FIRST_PICTURE + keyFrame.vp8.pictureId;
    this.#highestPicture = this.#firstPicture - 1;
    this.#pictureOffset = first.pictureId - this.#firstPicture;
    this.#tl0Offset = first.tl0PictureIndex - keyFrame.vp8.tl0PictureIndex;
  }

  /** Each packet of the layer comes here once. */
  place(held: HeldPacket): Fate {
    return held.sequence > this.#highest ? this.#placeNext(held) : this.#placeLate(held);
  }

  /** Of a packet that is sent: 15 and 8 bits; -1 where it has none. */
  pictureId({ vp8 }: HeldPacket): number {
    if (vp8.pictureId < 0) return -1;
    const picture = this.#picture(pictureNear(vp8.pictureId, vp8.pictureIdBits, this.#highestPicture));
    return picture === undefined ? -1 : picture & 0x7fff;
  }

  tl0PictureIndex({ vp8 }: HeldPacket): number {
    return vp8.tl0PictureIndex < 0 ? -1 : (vp8.tl0PictureIndex + this.#tl0Offset) & 0xff;
  }

  #placeNext(held: HeldPacket): Fate {
    this.#numbers.reserve(this.#highest + 1, held.sequence, this.#offset);
    this.#highest = held.sequence;
    if (held.isEmpty || !this.#takesPicture(held)) {
      this.#numbers.drop(held.sequence);
      this.#offset -= 1;
      return DROPPED;
    }
    this.#numbers.reserve(held.sequence, held.sequence + 1, this.#offset);
    return { kind: "sent", number: held.sequence + this.#offset };
  }

  #placeLate(held: HeldPacket): Fate {
    const offset = held.sequence < this.#first ? undefined : this.#numbers.get(held.sequence);
    if (offset === undefined) return DROPPED;
    const number = held.sequence + offset;
    return held.isEmpty || !this.#keepsPicture(held) ? { kind: "filled", number } : { kind: "sent", number };
  }

  /** Decides at the first packet of a picture that is seen; the others of the picture follow. */
  #takesPicture({ vp8 }: HeldPacket): boolean {
    if (vp8.pictureId < 0) return true;
    const picture = pictureNear(vp8.pictureId, vp8.pictureIdBits, this.#highestPicture);
    if (picture <= this.#highestPicture) return this.#picture(picture) !== undefined;
    this.#pictures.reserve(this.#highestPicture + 1, picture, this.#pictureOffset);
    this.#highestPicture = picture;
    this.#stepTemporalLayer(vp8.temporalLayer, vp8.layerSync || vp8.isKeyFrame);
    if (vp8.temporalLayer > this.#temporalLayer) {
      this.#pictures.drop(picture);
      this.#pictureOffset -= 1;
      return false;
    }
    this.#pictures.reserve(picture, picture + 1, this.#pictureOffset);
    this.#begun.reserve(picture, picture + 1, 0);
    return true;
  }

  /** A picture that kept its place while nobody knew its temporal layer may turn out to be one to leave out. */
  #keepsPicture({ vp8 }: HeldPacket): boolean {
    if (vp8.pictureId < 0) return true;
    const picture = pictureNear(vp8.pictureId, vp8.pictureIdBits, this.#highestPicture);
    if (this.#picture(picture) === undefined) return false;
    if (this.#begun.get(picture) !== undefined) return true;
    const limit = picture < this.#raisedAt ? this.#beforeRaise : this.#temporalLayer;
    if (vp8.temporalLayer > limit) this.#pictures.drop(picture);
    else this.#begun.reserve(picture, picture + 1, 0);
    return vp8.temporalLayer <= limit;
  }

  #picture(picture: number): number | undefined {
    const offset = picture < this.#firstPicture ? undefined : this.#pictures.get(picture);
    return offset === undefined ? undefined : picture + offset;
  }

  /** Fewer layers at any picture; one more where a picture of it depends on the base layer alone. */
  #stepTemporalLayer(layer: number, independent: boolean): void {
    if (this.wantedTemporalLayer < this.#temporalLayer) this.#temporalLayer = this.wantedTemporalLayer;
    else if (this.wantedTemporalLayer > this.#temporalLayer && layer === this.#temporalLayer + 1 && independent) {
      this.#beforeRaise = this.#temporalLayer;
      this.#raisedAt = this.#highestPicture;
      this.#temporalLayer = layer;
    }
  }
}

/** By how much each of the last numbers is shifted. */
class Shifts {
  readonly #numbers: Float64Array;
  readonly #shifts: Float64Array;
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
    this.#numbers = new Float64Array(size).fill(-1);
    this.#shifts = new Float64Array(size);
  }

  /** `from` up to `until` without it. */
  reserve(from: number, until: number, shift: number): void {
    for (let number = Math.max(from, until - this.#size); number < until; number += 1) {
      this.#numbers[number % this.#size] = number;
      this.#shifts[number % this.#size] = shift;
    }
  }

  drop(number: number): void {
    this.#numbers[number % this.#size] = -1;
  }

  get(number: number): number | undefined {
    return this.#numbers[number % this.#size] === number ? this.#shifts[number % this.#size] : undefined;
  }
}

/** The picture near `highest` with this id: with 7 bits it wraps soon. */
function pictureNear(pictureId: number, bits: 7 | 15, highest: number): number {
  return unwrapBits(pictureId, highest, bits);
}

const DROPPED: Fate = { kind: "dropped" };
export const MOST_TEMPORAL = 3; // two bits
const FIRST_PICTURE = 0x8000; // a multiple of both ranges: numbers do not fall below zero
