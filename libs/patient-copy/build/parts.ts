/** Failures that a patient may see before a file is sent. All others load after the form is shown. */
const earlyFailures = new Set([
  ...['link_missing', 'link_unknown', 'link_expired', 'link_revoked', 'link_used'],
  ...['file_required', 'file_empty', 'file_too_large', 'file_type_refused'],
  ...['rate_limited', 'internal_error', 'service_unavailable'],
]);

/** The part of a catalogue to which a key belongs. */
function partOf(key: string): 'page' | 'later' | 'captions' | 'scan' | 'service' {
  const [group = '', name = ''] = key.split('.');
  switch (group) {
    case 'scan':
    case 'captions':
      return group;
    case 'plain':
    case 'preview':
    case 'sms':
      return 'service';
    case 'advice':
    case 'changed':
      return 'later';
    case 'errors':
      return earlyFailures.has(name) || name.startsWith('page_') ? 'page' : 'later';
    default:
      return 'page';
  }
}

/**
 * Entries by part: of the page's first load, of the page a moment later, of the guide, of the scanner, and those that
 * only services send. The keys of the guide's captions and of the scanner lose their prefix.
 */
export function partsOf<Value>(entries: ReadonlyMap<string, Value>) {
  const parts = {
    page: new Map<string, Value>(),
    later: new Map<string, Value>(),
    captions: new Map<string, Value>(),
    scan: new Map<string, Value>(),
    service: new Map<string, Value>(),
  };
  for (const [key, value] of entries) {
    const part = partOf(key);
    const hasPrefix = part === 'captions' || part === 'scan';
    parts[part].set(hasPrefix ? key.slice(part.length + 1) : key, value);
  }
  return parts;
}
