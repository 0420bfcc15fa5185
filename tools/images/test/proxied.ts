import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import tls, { connect } from 'node:tls';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually, selfSigned, type Certificate } from '@caredrop/testing';
import { freePort } from '@caredrop/testing/backing';
import { Api } from '../../seed/api.ts';
import { root } from '../../stack/paths.ts';
import { serviceNames } from '../../stack/service-names.ts';
import type { Account } from '../../stack/start-stack.ts';
import { add, type Count } from '../../test/steps.ts';
import { check, expect } from './checks.ts';
import type { Installation } from './installation.ts';
import { rollService } from './rolling.ts';
import { SteadyUploads, brisk } from './uploads.ts';

const LOOK_EVERY_S = 1;

/**
 * Tests everything behind the TLS proxy, with two replicas of each service: sends a photo that is too large, renews the
 * proxy's certificate, then rolls each service `rounds` times, while documents are sent. No upload may fail.
 */
export async function behindProxy(
  installation: Installation,
  clinician: Account,
  rounds: number,
): Promise<Count> {
  const proxied = await addProxy(installation);
  try {
    const large = await largePhoto(proxied, clinician);
    const renewal = await whileUploading(proxied, clinician, 'a certificate is renewed', () =>
      renewed(proxied),
    );
    return add(large, renewal, await rollEach(proxied, clinician, rounds));
  } finally {
    // The other compose files do not define the proxy's network: it would remain and keep its addresses.
    await proxied.composition.down();
  }
}

const largePhoto = ({ url }: Proxied, clinician: Account): Promise<Count> =>
  check('a photo of 7 MB sent without JavaScript is refused on a page, not as JSON', async () => {
    const api = await new Api(url).signIn(clinician.email, clinician.password);
    const { token } = await api.post<{ token: { token: string } }>('/tokens', { patientRefId: 'R-LARGE' });
    const body = new FormData();
    body.append('document', new Blob([Buffer.alloc(7_000_000, 7)], { type: 'image/jpeg' }), 'photo.jpg');
    const response = await fetch(`${url}/upload?token=${token.token}`, { method: 'POST', body });
    const page = await response.text();
    expect(response.status === 413, `the response was ${String(response.status)}`);
    expect(page.includes('<h1>') && page.includes('File size must be less than 5MB'), page.slice(0, 200));
    return undefined;
  });

async function rollEach(proxied: Proxied, clinician: Account, rounds: number): Promise<Count> {
  const counts: Count[] = [];
  for (let round = 1; round <= rounds; round += 1)
    for (const service of serviceNames) {
      const name = `${service} is rolled, ${String(round)} of ${String(rounds)}`;
      const roll = () => rollService(proxied.composition, service);
      counts.push(await whileUploading(proxied, clinician, name, roll));
    }
  return add(...counts);
}

function whileUploading(
  { url, composition }: Proxied,
  clinician: Account,
  name: string,
  work: () => Promise<unknown>,
): Promise<Count> {
  return check(`${name}: no upload fails or is lost`, async () => {
    const uploads = await SteadyUploads.start(url, clinician, `R-${randomUUID().slice(0, 8)}`, brisk);
    try {
      await uploads.reached(12);
      await work();
      await uploads.reached(uploads.count + 12);
    } finally {
      composition.forgetAddresses();
      await uploads.end();
    }
    return uploads.verdict();
  });
}

interface Proxied extends Installation {
  port: number;
  certificates: string;
  next: Certificate;
}

async function addProxy(installation: Installation): Promise<Proxied> {
  const { home, composition } = installation;
  const certificates = path.join(home.folder, 'tls');
  mkdirSync(certificates);
  const [first, next] = [selfSigned(), selfSigned()];
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), first.cert, next.cert]);
  put(certificates, first);
  const [port, http] = [await freePort(), await freePort()];
  const url = `https://localhost:${String(port)}`;
  const override = path.join(home.folder, 'compose.proxy.json');
  const environment = { TLS_CHECK_SECONDS: String(LOOK_EVERY_S) };
  writeFileSync(override, JSON.stringify({ services: { proxy: { environment } } }));
  const proxied = composition.with([path.join(root, 'deploy/compose.tls.yml'), override], {
    PUBLIC_URL: url,
    TLS_FOLDER: certificates,
    HTTPS_PORT: String(port),
    HTTP_PORT: String(http),
  });
  // One service after another: started all at once on two cores, they would miss their health checks. The gateway,
  // first in the list, depends on the others and starts last.
  for (const name of serviceNames.toReversed()) await proxied.up('--no-deps', '--scale', `${name}=2`, name);
  await proxied.up('--no-deps', 'proxy');
  composition.forgetAddresses();
  return { ...installation, composition: proxied, url, port, certificates, next };
}

/** Replaces each file atomically, as renewal programs do. */
function put(folder: string, { key, cert }: Certificate): void {
  for (const [name, text] of Object.entries({ 'certificate.pem': cert, 'key.pem': key })) {
    const replacement = path.join(folder, `.${name}`);
    // The container reads it as another user.
    writeFileSync(replacement, text, { mode: 0o644 });
    renameSync(replacement, path.join(folder, name));
  }
}

/** Renews the certificate and waits until it is served. A connection opened before the renewal keeps working. */
async function renewed({ certificates, port, next }: Proxied): Promise<void> {
  const open = connect({ port, host: 'localhost', ALPNProtocols: ['http/1.1'] });
  await new Promise((resolve) => open.once('secureConnect', resolve));
  const before = open.getPeerCertificate().fingerprint256;
  // The request is in flight while nginx reloads.
  open.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n');
  put(certificates, next);
  await eventually(async () =>
    expect((await served(port)) !== before, 'the old certificate is still served'),
  );
  open.write('\r\n');
  let response = '';
  for await (const chunk of open) response += String(chunk);
  expect(response.startsWith('HTTP/1.1 '), 'the connection from before the renewal got no response');
  await delay(LOOK_EVERY_S * 1_000);
}

async function served(port: number): Promise<string> {
  const socket = connect({ port, host: 'localhost' });
  await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}
