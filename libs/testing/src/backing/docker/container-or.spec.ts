import { containerOr } from './container-or.js';

const ways = (container: () => Promise<string>) => ({
  container,
  embedded: () => Promise.resolve('embedded'),
});
const lines: string[] = [];
const say = (line: string): void => void lines.push(line);

beforeEach(() => lines.splice(0));

test('a container is used when a container engine responds', async () => {
  const server = await containerOr(
    'Postgres',
    ways(() => Promise.resolve('container')),
    say,
    () => true,
  );
  expect({ server, lines }).toEqual({ server: 'container', lines: [] });
});

test('the embedded server is used when no container engine responds', async () => {
  const container = (): Promise<string> => Promise.reject(new Error('asked'));
  expect(await containerOr('Postgres', ways(container), say, () => false)).toBe('embedded');
  expect(lines).toEqual([]);
});

test('the embedded server is used, with a message, when the image is not available', async () => {
  const container = (): Promise<string> => Promise.reject(new Error('no such image'));
  expect(await containerOr('Postgres', ways(container), say, () => true)).toBe('embedded');
  expect(lines).toEqual(['Postgres in a container: no such image. The embedded one is used instead.']);
});
