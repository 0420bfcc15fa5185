import { applyDecorators, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import { routeFor, type Method, type Route } from './routes.js';

export const ROUTE = Symbol('route');

/** Binds a handler to its row of the routing table: path, access rule and rate limit come from there. */
export const Serves = (method: Method, path: string): MethodDecorator => servesRoute(routeFor(method, path));

export const servesRoute = (route: Route): MethodDecorator =>
  applyDecorators(
    RequestMapping({ method: RequestMethod[route.method], path: `api${route.path}` }),
    SetMetadata(ROUTE, route),
  );
