import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

interface Described {
  security: unknown[];
  'x-access': 'public' | 'signed in' | 'admin';
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, Record<string, unknown>>;
}

interface Document {
  paths: Record<string, Record<string, Described>>;
}

/** An operation in `GET /api/openapi.json`. */
export interface Operation extends Described {
  method: string;
  /** Below /api, with `{names}` for path parameters. */
  path: string;
}

/** The API's own description, against which responses are checked. */
export class Description {
  private readonly ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
  private readonly compiled = new Map<string, ValidateFunction>();
  readonly operations: Operation[];

  private constructor(document: Document) {
    this.ajv.addSchema(document, 'api');
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({ ...call, method: method.toUpperCase(), path })),
    );
  }

  private static readonly known = new Map<string, Promise<Description>>();

  /** Fetches the description once per URL. */
  static of(url: string): Promise<Description> {
    const known = Description.known.get(url) ?? Description.ask(url);
    Description.known.set(url, known);
    return known;
  }

  private static async ask(url: string): Promise<Description> {
    const response = await fetch(`${url}/api/openapi.json`);
    return new Description((await response.json()) as Document);
  }

  /** How a response violates the description; empty for paths that are not in it. */
  complaints(method: string, path: string, status: number, body: unknown): string[] {
    const operation = this.find(method, path);
    if (!operation) return [];
    const name = `${method} ${operation.path} returned ${status}`;
    if (!(status in operation.responses)) return [`${name}, which is not described`];
    const validate = this.validator(operation, status);
    if (!validate || validate(body)) return [];
    return [`${name}, not as described: ${this.ajv.errorsText(validate.errors)}`];
  }

  find(method: string, path: string): Operation | undefined {
    const asked = path.split('?')[0] ?? '';
    const fits = (operation: Operation) =>
      operation.method === method &&
      new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(asked);
    const found = this.operations.filter(fits);
    return found.find((one) => one.path === asked) ?? found[0];
  }

  private validator({ method, path, responses }: Operation, status: number): ValidateFunction | undefined {
    const shared = responses[status]?.$ref;
    const own = `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}`;
    const at = typeof shared === 'string' ? shared : own;
    const pointer = `api${encodeURI(at)}/content/application~1json/schema`;
    const content =
      typeof shared === 'string' ? true : Object.hasOwn(responses[status]?.content ?? {}, 'application/json');
    if (!content) return undefined;
    const known = this.compiled.get(pointer) ?? this.ajv.compile({ $ref: pointer });
    this.compiled.set(pointer, known);
    return known;
  }
}
