import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createLogger, createService, type ServiceOptions } from '@caredrop/service-kit';
import { AppModule } from '../../src/app.module.js';
import { readConfig } from '../../src/config.js';
import { gatewayOptions } from '../../src/gateway.js';
import { FakeAuth } from './auth.js';
import { newIdentityKeys, serviceKeysFor } from '@caredrop/testing';
import { Upstream } from './upstream.js';

export interface Stack {
  app: NestFastifyApplication;
  /** Every route that the server has registered, such as `GET /path`. */
  served: string[];
  url: string;
  port: number;
  auth: FakeAuth;
  token: Upstream;
  document: Upstream;
  notification: Upstream;
  audit: Upstream;
  /** Everything the gateway has logged so far. */
  log: () => string;
  /** Calls a path below /api, optionally with a bearer token. */
  call: (path: string, options?: RequestInit & { bearer?: string }) => Promise<Response>;
  stop: () => Promise<void>;
}

/** Signs the events that the tests publish, for any service. */
export const eventKeys = newIdentityKeys();

const names = ['auth', 'token', 'document', 'notification', 'audit'] as const;

/** Serves without the parts of `runService` that concern the whole process: metrics and signals. */
async function serve(module: DynamicModule, options: ServiceOptions): Promise<NestFastifyApplication> {
  const app = await createService(module, options);
  await app.listen(0, '127.0.0.1');
  return app;
}

/** The gateway on a real port, in front of five fake services. */
export async function startStack(settings: Record<string, string> = {}, start = serve): Promise<Stack> {
  const own = newIdentityKeys();
  const authKeys = newIdentityKeys();
  const known = { gateway: own.publicKey, auth: authKeys.publicKey };
  const upstreams = await Promise.all(names.map((name) => Upstream.start(name, newIdentityKeys(), known)));
  const [auth, token, document, notification, audit] = upstreams as [
    Upstream,
    Upstream,
    Upstream,
    Upstream,
    Upstream,
  ];
  const webRoot = await writeSpa();
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    INTERNAL_PRIVATE_KEY: JSON.stringify(own.privateKey),
    SERVICE_KEYS: JSON.stringify(serviceKeysFor(eventKeys.publicKey)),
    AMQP_URL: 'amqp://127.0.0.1:1',
    AUTH_URL: auth.url,
    TOKEN_URL: token.url,
    DOCUMENT_URL: document.url,
    NOTIFICATION_URL: notification.url,
    AUDIT_URL: audit.url,
    PUBLIC_URL: 'http://localhost:8080',
    WEB_ROOT: webRoot,
    ...settings,
  });
  const lines = new PassThrough();
  let log = '';
  lines.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const logger = createLogger('gateway', 'debug', lines);
  const served: string[] = [];
  const options = gatewayOptions(config, logger);
  const app = await start(AppModule.with(config, logger), {
    ...options,
    prepare: async (fastify, nest) => {
      fastify.addHook('onRoute', ({ method, url }) => void served.push(`${String(method)} ${url}`));
      await options.prepare?.(fastify, nest);
    },
  });
  const { port } = app.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    app,
    served,
    url,
    port,
    auth: new FakeAuth(auth, authKeys.privateKey),
    token,
    document,
    notification,
    audit,
    log: () => log,
    call: (below, { bearer, headers, ...rest } = {}) =>
      fetch(`${url}/api${below}`, {
        ...rest,
        headers: {
          ...(headers as Record<string, string>),
          ...(bearer && { authorization: `Bearer ${bearer}` }),
        },
      }),
    stop: async () => {
      await app.close();
      await Promise.all(upstreams.map((upstream) => upstream.stop()));
      await rm(webRoot, { recursive: true });
    },
  };
}

async function writeSpa(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'gateway-spa-'));
  await mkdir(path.join(root, 'assets'));
  await writeFile(path.join(root, 'index.html'), '<!doctype html><title>Workspace</title>');
  await writeFile(
    path.join(root, 'upload.html'),
    '<!doctype html><title>Upload</title><script>start()</script>',
  );
  await writeFile(path.join(root, 'assets', 'app-4f2a.js'), 'console.log("workspace")');
  await writeFile(path.join(root, 'guide.mp4'), 'moving pictures');
  await writeFile(path.join(root, '.secret'), 'never');
  return root;
}
