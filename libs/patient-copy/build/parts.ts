/** API failures that a patient may see before a file is sent. All others load after the form is shown. */
const earlyFailures = new Set([
  ...['link_missing', 'link_unknown', 'link_expired', 'link_revoked', 'link_used'],
  ...['file_required', 'file_empty', 'file_too_large', 'file_type_refused'],
  ...['rate_limited', 'internal_error', 'service_unavailable'],
]);

/**
 * Parts that load with the screens that need them, or, for `advice`, once the form has appeared. Within a part, keys
 * lose their prefix, which is the part's name.
 */
const ownChunks = ['advice', 'again', 'cant', 'captions', 'check', 'request', 'scan'] as const;
type OwnChunk = (typeof ownChunks)[number];

/** The parts of a catalogue that browsers load, each as a chunk. */
export const browserParts = ['page', 'later', ...ownChunks] as const;
export type Part = (typeof browserParts)[number] | 'service';

const isOwnChunk = (group: string): group is OwnChunk => (ownChunks as readonly string[]).includes(group);

/** The part of a catalogue to which a key belongs. */
function partOf(group: string, name: string): Part {
  if (isOwnChunk(group)) return group;
  switch (group) {
    case 'email':
    case 'notStarted':
    case 'plain':
    case 'preview':
    case 'sheet':
    case 'sms':
    case 'thanks':
      return 'service';
    case 'changed':
    case 'kept':
    case 'retry':
    case 'saved':
      return 'later';
    case 'errors':
      return earlyFailures.has(name) || name.startsWith('page_') ? 'page' : 'later';
    default:
      return 'page';
  }
}

/**
 * Divides entries into parts: those needed at the page's first load, those needed shortly after, those that
 * load when a screen is opened, and those that only services and the page's HTML use.
 */
export function partsOf<Value>(entries: ReadonlyMap<string, Value>): Record<Part, Map<string, Value>> {
  const parts = Object.fromEntries(
    [...browserParts, 'service'].map((part) => [part, new Map<string, Value>()]),
  ) as Record<Part, Map<string, Value>>;
  for (const [key, value] of entries) {
    const [group = '', name = ''] = key.split('.');
    parts[partOf(group, name)].set(isOwnChunk(group) ? key.slice(group.length + 1) : key, value);
  }
  return parts;
}
