import { dockerAnswers } from './docker-answers.js';

interface Ways<Server> {
  container: () => Promise<Server>;
  embedded: () => Promise<Server>;
}

/**
 * In a container where an engine answers, embedded elsewhere. An engine that cannot have the image (no registry within
 * reach) is no reason to run nothing: that is said, and the embedded server takes its place.
 */
export async function containerOr<Server>(
  name: string,
  { container, embedded }: Ways<Server>,
  say: (line: string) => void = toStderr,
  answers: () => boolean = dockerAnswers,
): Promise<Server> {
  if (!answers()) return embedded();
  try {
    return await container();
  } catch (error) {
    say(`${name} in a container: ${(error as Error).message}. The embedded one is used instead.`);
    return embedded();
  }
}

const toStderr = (line: string): void => void process.stderr.write(`${line}\n`);
