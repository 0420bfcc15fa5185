import { freePort } from '@caredrop/testing/backing';
import type { Environments } from '../../stack/start-stack.ts';
import { FaultProxy } from './fault-proxy.ts';

/** Settings that hold an address, and the part behind each. */
const addresses: Record<string, string> = {
  AUTH_URL: 'auth',
  TOKEN_URL: 'token',
  DOCUMENT_URL: 'document',
  NOTIFICATION_URL: 'notification',
  AUDIT_URL: 'audit',
  DATABASE_URL: 'postgres',
  SIGNER_DATABASE_URL: 'postgres',
  AMQP_URL: 'rabbitmq',
  S3_ENDPOINT: 'store',
  SCANNER_URL: 'scanner',
  SMTP_URL: 'smtp',
  TWILIO_API_URL: 'twilio',
};

/** All proxies of a stack, by `<client>><server>`. */
export type FaultProxies = Map<string, FaultProxy>;

/** Puts a proxy into every connection between two parts; returns environments that use them. */
export async function startProxies(environments: Environments, proxies: FaultProxies): Promise<Environments> {
  const rewired = Object.entries(environments).map(async ([service, environment]) => {
    const settings = Object.entries(environment).map(async ([name, value]) => {
      const part = addresses[name];
      if (!part || !value || part === service) return [name, value];
      return [name, await startProxy(`${service}>${part}`, value, proxies)];
    });
    return [service, Object.fromEntries(await Promise.all(settings)) as Record<string, string>];
  });
  return Object.fromEntries(await Promise.all(rewired)) as Environments;
}

async function startProxy(name: string, address: string, proxies: FaultProxies): Promise<string> {
  const url = new URL(address);
  const proxy = await FaultProxy.start(name, await freePort(), {
    host: url.hostname,
    port: Number(url.port),
  });
  proxies.set(name, proxy);
  url.port = String(proxy.port);
  return url.href.replace(/\/$/, address.endsWith('/') ? '/' : '');
}
