import { seedDemo } from '../seed/seed-demo.ts';
import { homeFromEnvironment } from '../stack/paths.ts';
import { startStack, type Account, type Stack } from '../stack/start-stack.ts';
import { untilStopSignal } from '../stack/until-stop-signal.ts';

const began = Date.now();
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function portFromEnvironment(): number {
  const port = Number(process.env.PORT || 8080);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`PORT is not a valid port: ${String(process.env.PORT)}`);
  return port;
}

function welcome({ url, backing, home }: Stack, accounts: Account[]): void {
  const rows = accounts.map(
    ({ role, email, password }) => `    ${role.padEnd(5)}  ${email.padEnd(32)}  ${password}`,
  );
  say(`
  Caredrop   ${url}
  Mail       ${backing.mailUrl}
  SMS        ${backing.smsUrl}
  Accounts
${rows.join('\n')}

  Data and logs: ${home.folder}
  Ctrl-C stops everything.
`);
}

async function run(): Promise<void> {
  const stopSignal = untilStopSignal();
  const starting = startStack({
    home: homeFromEnvironment(),
    port: portFromEnvironment(),
    say,
    control: process.env.CAREDROP_CONTROL === 'on',
  });
  const stack = await starting;
  try {
    const seeding = seedDemo(stack, say).then((accounts) => {
      stack.announce(accounts);
      welcome(stack, accounts);
      say(`Started in ${((Date.now() - began) / 1000).toFixed(1)} s`);
      say('ready');
    });
    await Promise.race([stopSignal, seeding.then(() => stopSignal)]);
  } finally {
    say('Stopping …');
    await stack.stop();
    say('Stopped');
  }
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
