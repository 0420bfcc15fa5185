import { readFileSync, writeFileSync } from 'node:fs';
import { docker } from './docker.ts';

/** One docker compose project, separate from everything else that runs on the engine. */
export class Composition {
  private readonly addresses = new Map<string, Promise<string>>();

  private readonly project: string;
  private readonly files: string[];
  private readonly envFile: string;

  constructor(project: string, files: string[], envFile: string) {
    this.project = project;
    this.files = files;
    this.envFile = envFile;
  }

  /** The same project with additional files and other values. */
  with(files: string[], values: Record<string, string>): Composition {
    const envFile = `${this.envFile}.${String(files.length)}`;
    const lines = Object.entries(values).map(([name, value]) => `${name}='${value}'\n`);
    writeFileSync(envFile, readFileSync(this.envFile, 'utf8') + lines.join(''), { mode: 0o600 });
    return new Composition(this.project, [...this.files, ...files], envFile);
  }

  /** The leading arguments of every docker command for this project. */
  get arguments(): string[] {
    const files = this.files.flatMap((file) => ['--file', file]);
    return ['compose', '--project-name', this.project, '--env-file', this.envFile, ...files];
  }

  /** The same as environment variables, for scripts that call compose. */
  get environment(): Record<string, string> {
    const files = this.files.join(':');
    return { COMPOSE_PROJECT_NAME: this.project, COMPOSE_ENV_FILES: this.envFile, COMPOSE_FILE: files };
  }

  run(...args: string[]): Promise<string> {
    return docker([...this.arguments, ...args]);
  }

  up(...args: string[]): Promise<string> {
    return this.run('up', '--detach', '--wait', ...args);
  }

  /** Removes everything, including volumes. */
  down(): Promise<string> {
    return this.run('down', '--volumes', '--remove-orphans', '--timeout', '10');
  }

  /** Ids of a service's running containers. */
  async containers(service: string): Promise<string[]> {
    return (await this.run('ps', '--quiet', service)).split('\n').filter(Boolean);
  }

  /** The address of a service's first container, as seen from the host; cached until {@link forgetAddresses}. */
  address(service: string): Promise<string> {
    const known = this.addresses.get(service) ?? this.askAddress(service);
    this.addresses.set(service, known);
    return known;
  }

  /** The source address that containers see for connections from this machine through a published port. */
  addressOfMachine(): Promise<string> {
    const format = '{{(index .IPAM.Config 0).Gateway}}';
    return docker(['network', 'inspect', `${this.project}_outside`, '--format', format]);
  }

  /** Must be called after a restart, because a container may get another address. */
  forgetAddresses(): void {
    this.addresses.clear();
  }

  private async askAddress(service: string): Promise<string> {
    const [container = ''] = await this.containers(service);
    return addressOf(container, `${this.project}_inside`);
  }
}

/** A container's address in a network, which a Linux host reaches without published ports. */
export async function addressOf(container: string, network?: string): Promise<string> {
  const networks = JSON.parse(
    await docker(['inspect', '--format', '{{json .NetworkSettings.Networks}}', container]),
  ) as Record<string, { IPAddress: string }>;
  const found = network ? networks[network] : Object.values(networks)[0];
  if (!found?.IPAddress) throw new Error(`Container ${container} has no address`);
  return found.IPAddress;
}
