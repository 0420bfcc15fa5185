// Writes the SBOM of a folder made by production-modules.mjs: CycloneDX 1.6, one component per package.
//
//   node tools/images/sbom.mjs document /out/sbom.cdx.json
//
// It lists npm packages only. An image scanner adds the Debian packages of the base image.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../run/root.mjs';
import { closure, lockedPackages } from './production-closure.mjs';

const [app, file] = process.argv.slice(2);
if (!app || !file) throw new Error('Usage: sbom.mjs <app> <file>');

// A package may exist in two locations; it is listed once.
const found = [...closure(`apps/${app}`)].sort().map(component);
const components = [...new Map(found.map((one) => [one.purl, one])).values()];
const document = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', name: `caredrop-${app}`, version: manifestOf('.').version } },
  components,
};
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);

function component(place) {
  const { version, integrity } = lockedPackages[place];
  const {
    name,
    licenses,
    license = licenses?.[0] ?? licenseOf(place),
    version: installed,
  } = manifestOf(place);
  const id = version ?? installed;
  return {
    type: 'library',
    name,
    version: id,
    purl: `pkg:npm/${name.replace('@', '%40')}@${id}`,
    ...(license ? { licenses: [{ expression: String(license.type ?? license) }] } : {}),
    ...(integrity ? { hashes: [hash(integrity)] } : {}),
  };
}

/** Our own packages have the workspace's licence. */
function licenseOf(place) {
  return place.includes('node_modules/') ? undefined : manifestOf('.').license;
}

/** `sha512-<base64>` as npm writes it → CycloneDX's algorithm and hexadecimal. */
function hash(integrity) {
  const [algorithm, content] = integrity.split(' ')[0].split('-');
  const named = { sha512: 'SHA-512', sha256: 'SHA-256', sha1: 'SHA-1' }[algorithm];
  return { alg: named, content: Buffer.from(content, 'base64').toString('hex') };
}

function manifestOf(place) {
  return JSON.parse(readFileSync(path.join(root, place, 'package.json'), 'utf8'));
}
