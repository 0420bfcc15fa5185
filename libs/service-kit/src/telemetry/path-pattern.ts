const word = /^[a-z][a-z-]*$/;

/**
 * The pattern of one of our internal paths, which are made of plain words and uuids: everything that is not a plain word
 * becomes `:id`, the query is cut. A span never names a concrete path (design §2).
 */
export function pathPattern(path: string): string {
  const [plain = ''] = path.split('?');
  return plain
    .split('/')
    .map((part) => (part === '' || word.test(part) ? part : ':id'))
    .join('/');
}
