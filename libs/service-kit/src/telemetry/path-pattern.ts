const word = /^[a-z][a-z-]*$/;

/**
 * The pattern of an internal path, which consists of plain words and uuids: every part that is not a plain
 * word becomes `:id`, and the query is removed. A span never names a concrete path.
 */
export function pathPattern(path: string): string {
  const [plain = ''] = path.split('?');
  return plain
    .split('/')
    .map((part) => (part === '' || word.test(part) ? part : ':id'))
    .join('/');
}
