import { containerOr } from './container-or.js';

const ways = (container: () => Promise<string>) => ({
  container,
  embedded: () => Promise.resolve('embedded'),
});
const lines: string[] = [];
const say = (line: string): void => void lines.push(line);

beforeEach(() => lines.splice(0));

test('takes a container where an engine answers', async () => {
  const server = await containerOr(
    'Postgres',
    ways(() => Promise.resolve('container')),
    say,
    () => true,
  );
  expect({ server, lines }).toEqual({ server: 'container', lines: [] });
});

test('takes the embedded server where no engine answers', async () => {
  const container = (): Promise<string> => Promise.reject(new Error('asked'));
  expect(await containerOr('Postgres', ways(container), say, () => false)).toBe('embedded');
  expect(lines).toEqual([]);
});

test('says so and takes the embedded server when the engine has no image and can get none', async () => {
  const container = (): Promise<string> => Promise.reject(new Error('no such image'));
  expect(await containerOr('Postgres', ways(container), say, () => true)).toBe('embedded');
  expect(lines).toEqual(['Postgres in a container: no such image. The embedded one is used instead.']);
});
