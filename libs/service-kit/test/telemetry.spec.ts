import { Writable } from 'node:stream';
import { Body, Controller, Module, Param, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { success } from '@caredrop/contracts';
import { eventually, newIdentities, publicKeysOf } from '@caredrop/testing';
import { startTraceReceiver, type TraceReceiver } from '@caredrop/testing/backing';
import { z } from 'zod';
import {
  AppError,
  Callers,
  createLogger,
  createService,
  InternalClient,
  InternalIdentity,
  messagingContext,
  startTelemetry,
  stopTelemetry,
  type ServiceOptions,
} from '../src/index.js';

const refused = new AppError('too_long', { params: { field: 'canary-sentence', max: 1 }, status: 409 });

/** A client's attempt to choose the trace id and to have the trace sampled. */
const WISH = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

const lines: Record<string, unknown>[] = [];
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
    done();
  },
});
const logger = createLogger('test', 'info', sink);
const traceparents: (string | undefined)[] = [];

@Callers('gateway')
@Controller('internal/claims')
class Claims {
  @Post(':id/renew')
  renew(@Param('id') id: string, @Body() body: unknown) {
    traceparents.push(messagingContext.traceparent());
    if (id === 'canary-2-refused') throw refused;
    return success({ seen: body !== undefined });
  }
}

const client: { current?: InternalClient } = {};

@Controller('links')
class Edge {
  @Post(':link')
  async ask(@Param('link') link: string) {
    logger.info('asked');
    const body = { comment: 'canary-comment' };
    const path = `/internal/claims/${link}/renew?q=canary-query`;
    return success(await client.current?.post('token', path, body, z.object({ seen: z.boolean() })));
  }
}

@Module({ controllers: [Claims] })
class Inner {}

@Module({ controllers: [Edge] })
class Outer {}

let receiver: TraceReceiver;
const apps: NestFastifyApplication[] = [];

async function serve(module: typeof Inner, identity?: InternalIdentity): Promise<string> {
  const options: ServiceOptions = identity ? { logger, identity } : { logger };
  const app = await createService(
    { module, ...(identity && { providers: [{ provide: InternalIdentity, useValue: identity }] }) },
    options,
  );
  apps.push(app);
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}

const settings = (share: number) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  OTEL_TRACES_SAMPLER_ARG: share,
});

async function start(share: number): Promise<string> {
  await startTelemetry('test', settings(share), logger);
  const keys = newIdentities('gateway', 'token');
  const publicKeys = publicKeysOf(keys);
  const own = (name: 'gateway' | 'token') => new InternalIdentity(name, keys[name].privateKey, publicKeys);
  client.current = new InternalClient(own('gateway'), { token: await serve(Inner, own('token')) });
  return serve(Outer);
}

const ask = (url: string, link: string) =>
  fetch(`${url}/links/${link}?name=canary-name`, { method: 'POST', headers: { traceparent: WISH } });

beforeEach(async () => {
  receiver = await startTraceReceiver();
  traceparents.length = 0;
  lines.length = 0;
});

afterEach(async () => {
  await client.current?.close();
  await Promise.all(apps.splice(0).map((app) => app.close()));
  await stopTelemetry();
  await receiver.stop();
});

describe('a traced request', () => {
  it('a request across two services is one trace, which contains only route names', async () => {
    const response = await ask(await start(1), 'canary-1-link');
    expect(response.status).toBe(201);
    await stopTelemetry();
    await eventually(() => expect(receiver.spans).toHaveLength(3));
    const { spans } = receiver;
    expect(spans.map(({ name }) => name).sort()).toEqual([
      'POST /internal/claims/:id/renew',
      'POST /links/:link',
      'POST token /internal/claims/:id/renew',
    ]);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(JSON.stringify(spans.map(({ raw }) => raw))).not.toMatch(/canary/);
  });

  it('a trace can be found by the request id and through the log', async () => {
    const response = await ask(await start(1), 'canary-1-link');
    await stopTelemetry();
    const edge = receiver.spans.find(({ name }) => name === 'POST /links/:link');
    expect(edge?.attributes['caredrop.request_id']).toBe(response.headers.get('x-request-id'));
    const line = lines.find(({ msg }) => msg === 'asked');
    expect(line).toMatchObject({
      requestId: edge?.attributes['caredrop.request_id'],
      traceId: edge?.traceId,
    });
  });

  it('the trace of a refused request contains the status and no message', async () => {
    await ask(await start(1), 'canary-2-refused');
    await stopTelemetry();
    const server = receiver.spans.find(({ name }) => name === 'POST /internal/claims/:id/renew');
    expect(server?.attributes).toMatchObject({
      'http.response.status_code': 409,
      'caredrop.caller': 'gateway',
    });
    expect(JSON.stringify(receiver.spans.map(({ raw }) => raw))).not.toMatch(/canary/);
  });
});

describe('a traceparent from a client', () => {
  it('a client can choose neither the trace id nor the sampling', async () => {
    await ask(await start(0), 'x');
    await stopTelemetry();
    expect(receiver.spans).toEqual([]);
    // Propagated even if not sampled, so that every service follows the edge's decision.
    expect(traceparents).toEqual([expect.stringMatching(/-00$/)]);
    expect(traceparents[0]).not.toContain(WISH.slice(3, 35));
  });
});

describe('telemetry without a collector', () => {
  it('no trace is started without a collector', async () => {
    await startTelemetry('test', { OTEL_TRACES_SAMPLER_ARG: 1 }, logger);
    expect(messagingContext.traceparent()).toBeUndefined();
    expect(lines).toEqual([]);
  });

  it('a request succeeds while the collector is unreachable, and unsent traces are logged', async () => {
    const url = await start(1);
    await receiver.stop();
    expect((await ask(url, 'x')).status).toBe(201);
    await stopTelemetry();
    expect(lines.map(({ msg }) => msg)).toContain('failed to send the last traces');
    receiver = await startTraceReceiver();
  });
});
