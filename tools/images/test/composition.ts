import { readFileSync, writeFileSync } from 'node:fs';
import { docker } from './docker.ts';

/** One docker compose project: ours alone, whatever else runs on the engine. */
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

  /** The same project with more files and other values. */
  with(files: string[], values: Record<string, string>): Composition {
    const envFile = `${this.envFile}.${String(files.length)}`;
    const lines = Object.entries(values).map(([name, value]) => `${name}='${value}'\n`);
    writeFileSync(envFile, readFileSync(this.envFile, 'utf8') + lines.join(''), { mode: 0o600 });
    return new Composition(this.project, [...this.files, ...files], envFile);
  }

  /** The first half of every command, for whoever types one by hand. */
  get arguments(): string[] {
    const files = this.files.flatMap((file) => ['--file', file]);
    return ['compose', '--project-name', this.project, '--env-file', this.envFile, ...files];
  }

  /** The same for a script that calls compose itself. */
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

  /** Volumes too: nothing stays. */
  down(): Promise<string> {
    return this.run('down', '--volumes', '--remove-orphans', '--timeout', '10');
  }

  /** Ids of a service's containers, running ones only. */
  async containers(service: string): Promise<string[]> {
    return (await this.run('ps', '--quiet', service)).split('\n').filter(Boolean);
  }

  /** Where the host finds the first container of a service; asked again after {@link forgetAddresses}. */
  address(service: string): Promise<string> {
    const known = this.addresses.get(service) ?? this.askAddress(service);
    this.addresses.set(service, known);
    return known;
  }

  /** As which containers see whoever comes through a published port from this machine. */
  addressOfMachine(): Promise<string> {
    const format = '{{(index .IPAM.Config 0).Gateway}}';
    return docker(['network', 'inspect', `${this.project}_outside`, '--format', format]);
  }

  /** After a restart a container may have another address. */
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
