import { command, said, WrongUsage, type Commands } from './command.js';
import { runCommands } from './run-commands.js';

const commands: Commands = {
  'keys status': command({ about: 'Every key.', run: async () => said('k1') }),
  'keys use': command({
    usage: '<key>',
    about: 'Makes it current.',
    run: async ({ words: [key] }) => {
      if (!key) throw new WrongUsage();
      return said(`used ${key}`);
    },
  }),
  purge: command({
    usage: '[--dry-run]',
    about: 'Removes what may go.',
    options: { 'dry-run': { type: 'boolean', default: false } },
    run: async ({ options }) => said(options['dry-run'] ? 'would' : 'did', options['dry-run'] ? 2 : 0),
  }),
};
const run = (...argv: string[]) => runCommands('token', commands, argv, {});

describe('commands of a service', () => {
  it('a command is run by its name with its arguments and options', async () => {
    expect(await run('keys', 'use', 'k2')).toEqual(said('used k2'));
    expect(await run('purge')).toEqual(said('did'));
    expect(await run('purge', '--dry-run')).toEqual(said('would', 2));
  });

  it('--help shows all commands, one command or the commands of a group', async () => {
    const { text, exitCode } = await run('--help');
    expect(exitCode).toBe(0);
    expect(text).toContain('Usage: node dist/cli.js <command>, with the settings of token');
    expect(text).toContain('  keys use <key>\n      Makes it current.');
    expect((await run('purge', '--help')).text).not.toContain('keys');
    expect((await run('keys', '--help')).text).toMatch(/keys status[^]*keys use/);
    expect((await run('keys', '--help')).text).not.toContain('purge');
  });

  it.each([[[]], [['forget']], [['keys']], [['constructor']]])(
    'the command-line arguments %j are rejected with the usage',
    async (argv) => {
      await expect(run(...argv)).rejects.toThrow('Usage: node dist/cli.js <command>');
    },
  );

  it('an unknown option or a missing argument is rejected with the usage of the command', async () => {
    await expect(run('purge', '--force')).rejects.toThrow(/Unknown option '--force'\nUsage: [^]* {2}purge/);
    await expect(run('keys', 'use')).rejects.toThrow(/^Usage: [^]* {2}keys use <key>/);
    await expect(run('keys', 'use')).rejects.not.toThrow('purge');
  });
});
