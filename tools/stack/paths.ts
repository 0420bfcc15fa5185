import path from 'node:path';

/** The checkout. */
export const root = path.resolve(import.meta.dirname, '../..');

/** Where one stack keeps everything it has: `CAREDROP_HOME`, `.caredrop` in the checkout unless that is set. */
export interface Home {
  folder: string;
  postgres: string;
  rabbitmq: string;
  objects: string;
  mails: string;
  texts: string;
  logs: string;
  secrets: string;
  /** What `npm start` tells the world when it is ready (design §7). */
  run: string;
  /** What each service was started with: for commands beside it. */
  environments: string;
  /** Who runs now, so that the next start can end what a kill left behind. */
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
    processes: at('processes.json'),
  };
}

/** The home the environment names. */
export function homeFromEnvironment(): Home {
  return homeAt(path.resolve(root, process.env.CAREDROP_HOME || '.caredrop'));
}
