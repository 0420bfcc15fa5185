import { startMailInbox, startTwilioEmulator } from '@caredrop/testing/backing';
import { startObjectStore } from '@caredrop/testing/object-store';
import { startClamdEmulator } from './clamd-emulator.ts';

/**
 * `run-emulator.ts <kind> <options as JSON>`: runs one of the emulators as a separate process, so that it can
 * be killed with -9 and suspended like every other part. Prints `ready` when it listens.
 */
const kinds = {
  store: startObjectStore,
  smtp: startMailInbox,
  twilio: startTwilioEmulator,
  scanner: ({ port }: { port: number }) => startClamdEmulator(port),
} as const;

const [kind = '', options = '{}'] = process.argv.slice(2);
const start = kinds[kind as keyof typeof kinds] as ((options: unknown) => Promise<unknown>) | undefined;
if (!start) throw new Error(`Unknown emulator: ${kind}`);
await start(JSON.parse(options));
process.on('SIGTERM', () => process.exit(0));
process.stdout.write('ready\n');
