import path from 'node:path';

/** The root folder of the checkout. */
export const root = path.resolve(import.meta.dirname, '../..');

/** The folder of a stack's data: `CAREDROP_HOME`, or `.caredrop` in the checkout. */
export interface Home {
  folder: string;
  postgres: string;
  rabbitmq: string;
  objects: string;
  mails: string;
  texts: string;
  logs: string;
  secrets: string;
  /** Written by `npm start` once the stack is ready: addresses, ports and accounts. */
  run: string;
  /** The settings of each running service, for commands run beside it. */
  environments: string;
  /** The parts of a restore that has begun and is not complete. */
  unrestored: string;
  /** The running processes, so that the next start can end those that a kill left behind. */
  processes: string;
}

export function homeAt(folder: string): Home {
  const at = (name: string): string => path.join(folder, name);
  return {
    folder,
    postgres: at('postgres'),
    rabbitmq: at('rabbitmq'),
    objects: at('objects'),
    mails: at('mails.json'),
    texts: at('texts.json'),
    logs: at('logs'),
    secrets: at('secrets.json'),
    run: at('run.json'),
    environments: at('environments.json'),
    unrestored: at('unrestored.json'),
    processes: at('processes.json'),
  };
}

/** The home set by the environment. */
export function homeFromEnvironment(): Home {
  return homeAt(path.resolve(root, process.env.CAREDROP_HOME || '.caredrop'));
}
