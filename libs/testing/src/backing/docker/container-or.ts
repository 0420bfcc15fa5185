import { dockerResponds } from './docker-responds.js';

interface Ways<Server> {
  container: () => Promise<Server>;
  embedded: () => Promise<Server>;
}

/**
 * Starts a container if an engine is available, and an embedded server otherwise. If the container does not start (for
 * example because no registry is reachable), reports this and starts the embedded server instead.
 */
export async function containerOr<Server>(
  name: string,
  { container, embedded }: Ways<Server>,
  say: (line: string) => void = toStderr,
  responds: () => boolean = dockerResponds,
): Promise<Server> {
  if (!responds()) return embedded();
  try {
    return await container();
  } catch (error) {
    say(`${name} in a container: ${(error as Error).message}. The embedded one is used instead.`);
    return embedded();
  }
}

const toStderr = (line: string): void => void process.stderr.write(`${line}\n`);
