import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Role } from '@caredrop/contracts';
import { inSpan, type SpanFacts } from '../telemetry/in-span.js';
import { currentTraceparent } from '../telemetry/traceparent.js';

/** The signed-in person a request acts for. */
export interface Principal {
  userId: string;
  role: Role;
  sessionId: string;
  firstName: string;
  lastName: string;
  /** Gave a fresh proof of who they are (password, and code where there is a second factor): docs/adr/0023. */
  recentProof: boolean;
  /** Auth's signature over the rest (docs/adr/0027); absent only while `PRINCIPALS_UNVOUCHED` is `accept`. */
  voucher?: string;
}

export interface RequestContext {
  requestId: string;
  /** Null for patients, services acting for themselves, and event handlers. */
  principal: Principal | null;
  /** Origin the browser used, for absolute links; null outside a browser's request. */
  publicOrigin: string | null;
  /** Service that called; null at the gateway's edge and in event handlers. */
  caller: string | null;
  /** Where the request came from, as the gateway saw it; null or absent where no browser asked. */
  clientAddress?: string | null;
  /** The browser's User-Agent header, cut to 512 characters; not to be logged or stored as it is. */
  userAgent?: string | null;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** What is known about the request in progress, without passing it through every function. */
export const requestContext = {
  run: <T>(context: RequestContext, work: () => T): T => storage.run(context, work),
  current: (): RequestContext | undefined => storage.getStore(),
  requestId: (): string => storage.getStore()?.requestId ?? randomUUID(),
  principal: (): Principal | null => storage.getStore()?.principal ?? null,
};

/** How `messaging` learns who and what an event follows from, and passes it on to handlers. */
export const messagingContext = {
  current: () => {
    const context = storage.getStore();
    return context && { correlationId: context.requestId, actor: context.principal?.userId ?? null };
  },
  run: <T>({ correlationId }: { correlationId: string; actor: string | null }, work: () => Promise<T>) =>
    storage.run({ requestId: correlationId, principal: null, publicOrigin: null, caller: null }, work),
  /** Where in a trace we are; travels with events. */
  traceparent: currentTraceparent,
  inSpan: <T>(name: string, facts: SpanFacts, work: () => Promise<T>) => inSpan(name, facts, work),
};
