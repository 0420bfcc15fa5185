import { sentences } from '@caredrop/contracts/sentences';
import type { Item } from '../item.ts';

/** The sentences of the specification; those that are ours are tested too, but are none of its items. */
export const messageItems: readonly Item[] = sentences
  .filter(([source]) => source.startsWith('spec'))
  .map((sentence) => {
    const [source, key, text] = sentence;
    return {
      id: `message.${key}`,
      says: `${source.replace('spec ', '§')}: ‘${text}’`,
      proof: { sentence },
    };
  });
