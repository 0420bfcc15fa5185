import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../stack/paths.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'native-tests-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Report {
  testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[];
}

/** The outcome of each test of these spec files, which run one after the other in one worker. */
function outcomes(specs: Record<string, string>): Record<string, string> {
  mkdirSync(path.join(folder, 'src'), { recursive: true });
  for (const [name, content] of Object.entries(specs)) writeFileSync(path.join(folder, 'src', name), content);
  const preset = path.join(root, 'jest.preset.mjs');
  writeFileSync(
    path.join(folder, 'jest.config.mjs'),
    `import { preset } from '${preset}';\nexport default { ...preset({ name: 'sample' }), reporters: [] };\n`,
  );
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [jest, '--rootDir', folder, '--config', path.join(folder, 'jest.config.mjs'), '--runInBand', '--json'],
    { cwd: root, encoding: 'utf8' },
  );
  if (!stdout.includes('{')) throw new Error(stderr);
  const { testResults } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Report;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return Object.fromEntries(
    tests.map(({ title, status, failureMessages }) => [title, [status, ...failureMessages].join(' ')]),
  );
}

describe('the runtime for the services’ tests', () => {
  it('a test fails on a wrong expectation, at its time limit, and on an unhandled rejection', () => {
    const found = outcomes({
      'failures.spec.ts': `
        it('passes', () => expect(1).toBe(1));
        it('expects', () => expect(1).toBe(2));
        it('hangs', () => new Promise(() => undefined), 50);
        it('is not awaited', async () => {
          void Promise.reject(new Error('nobody listens'));
          await new Promise((resolve) => setTimeout(resolve, 20));
        });`,
    });
    expect(found).toEqual({
      passes: 'passed',
      expects: expect.stringMatching(
        /^failed .*Expected: .*2.*Received: .*1.*failures\.spec\.ts:3:/s,
      ) as string,
      hangs: expect.stringMatching(/^failed .*Exceeded timeout of 50 ms/s) as string,
      'is not awaited': expect.stringMatching(/^failed .*nobody listens/s) as string,
    });
  });

  it('environment variables, spies and fake timers of one spec file do not reach the next', () => {
    const changes = (name: string) => `
      import { jest } from '@jest/globals';
      it('${name} finds nothing changed', () => {
        expect([process.env.LEFT_BEHIND, Math.random(), Date.now() > 1]).toEqual([undefined, expect.any(Number), true]);
        process.env.LEFT_BEHIND = 'yes';
        jest.spyOn(Math, 'random').mockReturnValue('spied');
        jest.useFakeTimers();
        jest.setSystemTime(1);
      });`;
    expect(outcomes({ 'a.spec.ts': changes('a'), 'b.spec.ts': changes('b') })).toMatchObject({
      'a finds nothing changed': 'passed',
      'b finds nothing changed': 'passed',
    });
  });

  it('classes keep the metadata that Nest needs, and sources are imported by the names of their compiled files', () => {
    mkdirSync(path.join(folder, 'src'), { recursive: true });
    writeFileSync(path.join(folder, 'src/part.ts'), 'export class Part {}\n');
    const found = outcomes({
      'decorators.spec.ts': `
        import '${path.join(root, 'node_modules/reflect-metadata/Reflect.js')}';
        import { Part } from './part.js';
        const Injectable = (): ClassDecorator => () => undefined;
        @Injectable()
        class Whole {
          constructor(readonly part: Part) {}
        }
        it('knows its parts', () => {
          expect(Reflect.getMetadata('design:paramtypes', Whole)).toEqual([Part]);
        });`,
    });
    expect(found['knows its parts']).toBe('passed');
  });
});
