import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { aPdf, eventually } from '@caredrop/testing';
import { startTraceReceiver, type ReceivedSpan, type TraceReceiver } from '@caredrop/testing/backing';
import { ApiClient } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { OwnStack } from '../support/own-stack.js';
import { account, type Run } from '../support/run.js';

/**
 * One trace from a browser's request through the broker to the email. Uses a separate stack, because traces
 * are off in the one under test.
 */
const canary = (what: string) => `canary-${what}-${randomUUID().slice(0, 8)}`;
const reference = canary('ref');
const fileName = `${canary('file')}.pdf`;
const comment = canary('comment');
/** A trace header from outside that asks to be sampled. */
const wish = { id: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };

let home: string;
let receiver: TraceReceiver;
let stack: OwnStack | undefined;
let run: Run;
let link: string;
let requestId: string;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'caredrop-traces-'));
  receiver = await startTraceReceiver();
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER_ARG: '1' };
  stack = await OwnStack.start(home, traced);
  ({ run } = stack);
  const clinician = new ApiClient(run.url);
  await clinician.signIn(account(run, 'user'));
  link = (await clinician.createToken(reference)).token;
  const form = new FormData();
  form.set(
    'document',
    new File([new Uint8Array(aPdf({ text: 'A letter' }))], fileName, { type: 'application/pdf' }),
  );
  form.set('comment', comment);
  const response = await fetch(`${run.url}/api/upload/${link}`, {
    method: 'POST',
    body: form,
    headers: { traceparent: `00-${wish.id}-${wish.span}-01` },
  });
  expect(response.status).toBe(201);
  requestId = response.headers.get('x-request-id') ?? '';
}, 400_000);

afterAll(async () => {
  await stack?.stop();
  await receiver.stop();
  await rm(home, { recursive: true, force: true });
});

/** The trace of the upload, which has the trace id of the gateway's span. */
function uploadTrace(): ReceivedSpan[] {
  const root = receiver.spans.find(({ attributes }) => attributes['caredrop.request_id'] === requestId);
  return receiver.spans.filter(({ traceId }) => traceId === root?.traceId);
}

it('the trace of an upload covers the request, the services, the broker and the email', async () => {
  // Services export their spans independently, so the last exported spans need not be the latest.
  await eventually(() =>
    expect(uploadTrace().map(({ service, name }) => `${service}: ${name}`)).toEqual(
      expect.arrayContaining([
        'gateway: POST /api/upload/:token',
        'gateway: POST document /upload',
        'document: POST /upload',
        'document: POST token /internal/claims',
        'token: POST /internal/claims',
        'document: file put',
        'document: publish upload.completed',
        'token: handle upload.completed',
        'notification: handle upload.completed',
        'notification: deliver mail',
        'notification: POST auth /internal/users/recipients',
        'auth: POST /internal/users/recipients',
        'notification: SMTP send',
      ]),
    ),
  );
  const { email } = account(run, 'user');
  expect((await new Mailbox(run.mailUrl).sentTo(email)).length).toBeGreaterThan(0);
});

it('every span except the root has its parent in the same trace', async () => {
  await eventually(() => {
    const spans = uploadTrace();
    const ids = spans.map(({ spanId }) => spanId);
    const roots = spans.filter(({ parentSpanId }) => !ids.includes(parentSpanId));
    expect(roots.map(({ name }) => name)).toEqual(['POST /api/upload/:token']);
  });
});

it('a trace id chosen by the caller is not used', () => {
  expect(receiver.spans.filter(({ traceId }) => traceId === wish.id)).toEqual([]);
});

it('traces contain no link, reference, file name, comment or email address', () => {
  const all = receiver.spans.map(({ raw }) => raw).join('\n');
  const { email } = account(run, 'user');
  for (const secret of [link, reference, fileName, comment, email, run.accounts[0]?.email ?? 'none'])
    expect(all.includes(secret)).toBe(false);
});

it('log lines from the gateway to the email carry the trace id with the request id', async () => {
  const trace = uploadTrace()[0]?.traceId;
  await eventually(async () => {
    const lines = (await logLines()).filter((line) => line.requestId === requestId);
    const services = lines.map(({ service }) => service);
    expect(services).toEqual(expect.arrayContaining(['gateway', 'notification']));
    expect(lines.filter(({ traceId }) => traceId !== trace)).toEqual([]);
  });
});

describe('the metrics in docs/metrics.md', () => {
  /** The gateway's metrics are served on METRICS_PORT, which a stack on one machine leaves closed. */
  const ofGateway = [
    'live_streams',
    'live_connected',
    'audit_records_waiting',
    'audit_records_dropped_total',
  ];

  it('docs/metrics.md lists exactly the metrics that the services expose', async () => {
    const text = await readFile(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');
    const listed = [...text.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, name = '']) => name);
    const served = await Promise.all(
      ['auth', 'token', 'document', 'notification', 'audit', 'audit-signer'].map(metricsOf),
    );
    const ours = new Set([...served.flat(), ...ofGateway].filter((name) => !/^(process|nodejs)_/.test(name)));
    expect([...ours].sort()).toEqual(listed.sort());
  });
});

async function logLines(): Promise<Record<string, unknown>[]> {
  const folder = path.join(home, 'logs');
  const texts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')),
  );
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => /^\{.*\}$/.test(line));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function metricsOf(service: string): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${String(run.ports[service])}/metrics`);
  return [...(await response.text()).matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name);
}
