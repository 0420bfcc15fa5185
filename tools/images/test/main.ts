import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dockerResponds, freePort, startTwilioEmulator } from '@caredrop/testing/backing';
import { serviceNames } from '../../stack/service-names.ts';
import { untilStopSignal } from '../../stack/until-stop-signal.ts';
import { add, failure, none, results, step, type Count } from '../../test/steps.ts';
import { docker } from './docker.ts';
import { firstHour } from './first-hour.ts';
import { forward } from './forward.ts';
import { buildImages, checkImages } from './images.ts';
import { prepareInstallation, type Installation } from './installation.ts';
import { operatorsCommands } from './operators.ts';
import { lookFromOutside } from './outside.ts';
import { behindProxy } from './proxied.ts';
import { rollWhileUploading } from './rolling.ts';
import { testScaled } from './scaled.ts';
import { wayBack } from './way-back.ts';
import { wholeSystemTests } from './whole-system.ts';

const only = process.argv.slice(2);
/** Single parts reuse the images of the last run; compose builds missing ones. */
const isPart = only[0] === 'rolls' || only[0] === 'way-back';

/**
 * `npm run test:images`, with a Docker engine on Linux: builds the images, starts docker-compose.yml from nothing, runs
 * the whole-system tests against it, rolls services while documents are sent, scales, destroys all data, restores it,
 * and removes everything.
 * `npm run test:images -- audit canary` runs only those files of the whole-system tests, and none of the later steps.
 * `npm run test:images -- rolls 4` only renews the certificate of the proxy and rolls each service behind it four
 * times; `-- way-back` only tests backup and restore. Both start the composition first.
 */
async function everything(folder: string): Promise<Count> {
  try {
    const installation = await prepare(folder);
    const images = isPart ? none : await buildAndCheck(installation);
    if (images.failed > 0) return images;
    stops.push(() => installation.composition.down());
    const up = await step('docker compose up', async () => {
      await bringUp(installation);
      return firstHour(installation);
    });
    if (up.failed > 0) return add(images, up);
    return add(images, up, await step('tests against the containers', () => against(installation)));
  } finally {
    await takeAway();
  }
}

async function buildAndCheck({ composition }: Installation): Promise<Count> {
  const built = await step('building the images', () => buildImages(composition));
  if (built.failed > 0) return built;
  return step('images', () => checkImages(composition));
}

/** Starts the composition; prints the logs if that fails. */
async function bringUp({ composition }: Installation): Promise<void> {
  try {
    await composition.up();
  } catch (error) {
    process.stdout.write(`${await composition.run('ps', '--all')}\n`);
    process.stdout.write(`${await composition.run('logs', '--no-color', '--tail', '15', ...serviceNames)}\n`);
    throw error;
  }
}

/** Stop what was started; called in reverse order. */
const stops: (() => unknown)[] = [];

async function takeAway(): Promise<void> {
  for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
}

async function prepare(folder: string): Promise<Installation> {
  const sms = await startTwilioEmulator();
  stops.push(() => sms.stop());
  const gateway = await bridgeAddress();
  const door = await forward(() => Promise.resolve({ host: '127.0.0.1', port: sms.port }), gateway);
  stops.push(() => door.stop());
  const { accountSid, authToken } = sms;
  const url = `http://${gateway}:${String(door.port)}`;
  const ports = { web: await freePort(), mail: await freePort() };
  return prepareInstallation(folder, ports, { url, page: sms.url, accountSid, authToken });
}

/** This machine's address for containers. Some engines report only the network: its first address is the machine's. */
async function bridgeAddress(): Promise<string> {
  const config = await docker([
    'network',
    'inspect',
    'bridge',
    '--format',
    '{{json (index .IPAM.Config 0)}}',
  ]);
  const { Gateway, Subnet } = JSON.parse(config) as { Gateway?: string; Subnet: string };
  return Gateway || Subnet.replace(/\.0\/\d+$/, '.1');
}

async function against(installation: Installation): Promise<Count> {
  const outside = await lookFromOutside(installation);
  stops.push(() => outside.stop());
  const clinician = outside.accounts.find(({ role }) => role === 'user');
  if (!clinician) return failure('the demo has a clinician');
  const { folder } = installation.home;
  const rolls = (rounds: number) =>
    step('behind the proxy', () => behindProxy(installation, clinician, rounds));
  const lossAndRestore = () => step('backup and restore', () => wayBack(installation, clinician));
  if (only[0] === 'rolls') return rolls(Number(only[1] ?? 1));
  if (only[0] === 'way-back') return lossAndRestore();
  const counts = [await step('whole system over HTTP, in containers', () => wholeSystemTests(folder, only))];
  if (only.length === 0)
    counts.push(
      await step("operators' commands", () => operatorsCommands(installation)),
      await step('rolling updates', () => rollWhileUploading(installation, clinician)),
      await step('two replicas', () => testScaled(installation)),
      await lossAndRestore(),
      await rolls(1),
    );
  const sum = add(...counts);
  if (sum.failed > 0)
    cpSync(installation.home.logs, path.join(results, 'container-logs'), { recursive: true });
  return sum;
}

if (!dockerResponds()) {
  process.stdout.write('No Docker engine is available: these tests need one.\n0 passed, 1 failed\n');
  process.exit(1);
}
// Containers would otherwise keep running after an interruption.
void untilStopSignal().then(async (why) => {
  process.stdout.write(`Stopping: ${why}\n`);
  await takeAway();
  process.exit(1);
});
const started = Date.now();
rmSync(results, { recursive: true, force: true });
mkdirSync(path.join(results, 'jest'), { recursive: true });
const folder = mkdtempSync(path.join(tmpdir(), 'caredrop-images-'));
const { passed, failed, failures } = await step('images and containers', () => everything(folder));
rmSync(folder, { recursive: true, force: true });
for (const name of failures) process.stdout.write(`failed: ${name}\n`);
process.stdout.write(`\nTook ${String(Math.round((Date.now() - started) / 1000))} s\n`);
process.stdout.write(`${String(passed)} passed, ${String(failed)} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
