import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Forwarder } from './forwarder.js';
import { routes, type Route } from '../routing/routes.js';
import { servesRoute } from '../routing/serves.decorator.js';

/** Has one handler for each route that another service serves. */
@Controller()
export class ForwardController {
  constructor(readonly forwarder: Forwarder) {}
}

function addHandler(route: Route): void {
  const name = `${route.method} ${route.path}`;
  const prototype = ForwardController.prototype;
  const handler = function (this: ForwardController, request: FastifyRequest, reply: FastifyReply) {
    return this.forwarder.forward(route, request, reply);
  };
  Object.defineProperty(prototype, name, { value: handler, configurable: true, writable: true });
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  if (!descriptor) throw new Error(`no handler for ${name}`);
  Req()(prototype, name, 0);
  Res()(prototype, name, 1);
  servesRoute(route)(prototype, name, descriptor);
}

for (const route of routes) if (route.service !== 'gateway') addHandler(route);
