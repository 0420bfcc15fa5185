import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { Route } from '../routing/routes.js';
import { ROUTE } from '../routing/serves.decorator.js';
import { RateLimits } from './rate-limits.js';

@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = this.reflector.get<Route | undefined>(ROUTE, context.getHandler());
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (route) await this.limits.count(route.rate, request.clientAddress);
    return true;
  }
}
