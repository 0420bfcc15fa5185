import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** KEYS_PASSPHRASE, or input without echo; `twice` guards against typing errors when sealing. */
export async function passphrase(twice: boolean): Promise<string> {
  if (process.env.KEYS_PASSPHRASE) return process.env.KEYS_PASSPHRASE;
  if (!process.stdin.isTTY) throw new Error('Set KEYS_PASSPHRASE, or run this in a terminal');
  const first = await ask('Passphrase: ');
  if (twice && (await ask('Repeat: ')) !== first) throw new Error('The passphrases differ');
  return first;
}

function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true });
  return new Promise((resolve) => {
    terminal.question('', (response) => {
      terminal.close();
      process.stderr.write('\n');
      resolve(response);
    });
  });
}
