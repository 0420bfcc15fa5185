import type { Sentence } from '@caredrop/contracts/sentences';

/** How the tests of an item are found. */
export type Proof =
  /** Parts of titles of tests; each must be found in at least one. */
  | { titles: readonly string[] }
  /** Tests that make this call; `path` as the spec writes it. */
  | { method: string; path: string }
  /** Tests that say the sentence or name its key. */
  | { sentence: Sentence };

export interface Item {
  /** `call.07`, `route.documents`, `message.upload.tooLarge`. */
  id: string;
  /** What the specification asks for. */
  says: string;
  proof: Proof;
}

export interface Section {
  heading: string;
  items: readonly Item[];
}

/** An item that names the titles of its tests; without any it is listed as not yet tested. */
export const item = (id: string, says: string, ...titles: string[]): Item => ({
  id,
  says,
  proof: { titles },
});
