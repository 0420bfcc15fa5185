import { serviceNames, type ServiceName } from '../../stack/service-names.ts';
import { add, none, type Count } from '../../test/steps.ts';
import { check, checks, expect } from './checks.ts';
import type { Composition } from './composition.ts';
import { docker } from './docker.ts';

const MB = 1_000_000;
const AT_MOST = 300 * MB;
const BASE = 'node:24-bookworm-slim';

interface Image {
  Size: number;
  Config: {
    User: string;
    Healthcheck?: { Test: string[] };
    Labels: Record<string, string>;
    Entrypoint: string[];
  };
}

/** Builds the six images one after another: they share all layers but the last, and the machine has few cores. */
export async function buildImages(composition: Composition): Promise<Count> {
  for (const service of serviceNames) {
    const started = Date.now();
    await composition.run('build', service);
    process.stdout.write(`  built ${service} in ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
  }
  return none;
}

export async function checkImages(composition: Composition): Promise<Count> {
  const counts: Count[] = [];
  for (const service of serviceNames)
    counts.push(await checkImage(service, await imageOf(composition, service)));
  return add(...counts);
}

async function imageOf(composition: Composition, service: ServiceName): Promise<string> {
  const { services } = JSON.parse(await composition.run('config', '--format', 'json')) as {
    services: Record<string, { image: string }>;
  };
  return services[service]?.image ?? '';
}

async function inspect(image: string): Promise<Image> {
  const [found] = JSON.parse(await docker(['image', 'inspect', image])) as Image[];
  if (!found) throw new Error(`There is no image ${image}`);
  return found;
}

function checkImage(service: ServiceName, name: string): Promise<Count> {
  return checks(
    () => check(`${service}: the image is smaller than ${String(AT_MOST / MB)} MB`, () => isSmall(name)),
    () =>
      check(`${service}: the image runs without root or a shell and has a health check and labels`, () =>
        isSafe(service, name),
      ),
    () =>
      check(`${service}: the image has no writable app files, no npm and no setuid programs`, () =>
        isBare(name),
      ),
    () => check(`${service}: the bill of materials matches the installed packages`, () => isListed(name)),
  );
}

async function isSmall(name: string): Promise<string> {
  const [{ Size: ours }, { Size: base }] = [await inspect(name), await inspect(BASE)];
  expect(ours < AT_MOST, `its size is ${String(Math.round(ours / MB))} MB`);
  return `${String(Math.round(ours / MB))} MB; the base image has ${String(Math.round(base / MB))} MB`;
}

async function isSafe(service: ServiceName, name: string): Promise<undefined> {
  const { User, Healthcheck, Labels, Entrypoint } = (await inspect(name)).Config;
  expect(User === '1000:1000', `it runs as ${User || 'root'}`);
  expect(Healthcheck?.Test[0] === 'CMD', 'its health check needs a shell or is missing');
  expect(Entrypoint.join(' ') === 'node', `it is started by ${Entrypoint.join(' ')}`);
  expect(Labels['org.opencontainers.image.title'] === `caredrop-${service}`, 'it has no title');
  expect(Labels['org.opencontainers.image.licenses'] === 'Apache-2.0', 'it has no licence');
  return undefined;
}

const inside = (name: string, script: string): Promise<string> =>
  docker(['run', '--rm', '--network', 'none', '--read-only', '--cap-drop', 'ALL', name, '--eval', script]);

/** Checks for writable app files, setuid programs and package managers. */
async function isBare(name: string): Promise<undefined> {
  const found = await inside(
    name,
    `const fs = require('node:fs'), path = require('node:path'); const bad = [];
     const walk = (at) => { for (const entry of fs.readdirSync(at, { withFileTypes: true })) {
       const file = path.join(at, entry.name); if (['/proc', '/sys', '/dev', '/tmp'].includes(file)) continue;
       let stat; try { stat = fs.lstatSync(file) } catch { continue }
       if (stat.isFile() && stat.mode & 0o6000) bad.push('setuid ' + file);
       if (file.startsWith('/app') && !stat.isSymbolicLink() && (stat.uid !== 0 || stat.mode & 0o022)) bad.push('writable ' + file);
       if (/\\/(npm|yarn|corepack|node-gyp)$/.test(file) && !file.startsWith('/app')) bad.push('tool ' + file);
       if (entry.isDirectory()) try { walk(file) } catch {} } };
     walk('/'); console.log(bad.slice(0, 5).join('\\n'))`,
  );
  expect(found === '', found);
  return undefined;
}

/** Checks that the components of the SBOM are exactly the packages in the image. */
async function isListed(name: string): Promise<string> {
  const output = await inside(
    name,
    `const fs = require('node:fs'), path = require('node:path'); const bom = JSON.parse(fs.readFileSync('/app/sbom.cdx.json'));
     const listed = new Set(bom.components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', '')))), present = new Set();
     const read = (at) => { const { name, version } = JSON.parse(fs.readFileSync(path.join(at, 'package.json'))); present.add(name + '@' + version); nested(at) };
     const nested = (at) => { const folder = path.join(at, 'node_modules'); if (!fs.existsSync(folder)) return;
       for (const one of fs.readdirSync(folder)) { if (one.startsWith('.')) continue; const place = path.join(folder, one);
         if (one.startsWith('@')) for (const two of fs.readdirSync(place)) read(path.join(place, two)); else read(place) } };
     nested('/app'); for (const app of fs.readdirSync('/app/apps')) read('/app/apps/' + app);
     const only = (a, b) => [...a].filter((x) => !b.has(x));
     console.log(JSON.stringify({ format: bom.bomFormat + ' ' + bom.specVersion, count: listed.size, twice: bom.components.length - listed.size, missing: only(present, listed), extra: only(listed, present),
       unlicensed: bom.components.filter(({ licenses }) => !licenses).map(({ name }) => name) }))`,
  );
  const { format, count, twice, missing, extra, unlicensed } = JSON.parse(output) as {
    format: string;
    count: number;
    twice: number;
    missing: string[];
    extra: string[];
    unlicensed: string[];
  };
  expect(format === 'CycloneDX 1.6', `it is ${format}`);
  expect(twice === 0, `it lists ${String(twice)} packages twice`);
  expect(missing.length === 0, `it does not list ${missing.slice(0, 5).join(', ')}`);
  expect(extra.length === 0, `it lists ${extra.slice(0, 5).join(', ')}, which are not installed`);
  const silent = unlicensed.length > 0 ? `; no licence given by ${unlicensed.join(', ')}` : '';
  return `${String(count)} packages${silent}`;
}
