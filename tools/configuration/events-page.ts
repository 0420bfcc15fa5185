import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { eventCatalogue, eventOwners, eventTypes, type EventType } from '@caredrop/contracts/events';
import { consumers } from '@caredrop/messaging';
import { root } from '../stack/paths.ts';

const introduction = `# Events

Written by \`npm run configuration\` from the catalogue (\`libs/contracts/src/events\`), the table of consumers
(\`libs/messaging/src/topology/consumers.ts\`) and the handlers. Payloads contain only ids, codes, times, numbers and
flags, except that of \`audit.recorded\`, which also contains the caller's network address and keyed hashes of settings.
Every event except \`audit.recorded\` also goes to the gateways, which notify the open pages that it concerns.
[libs/messaging](../libs/messaging/README.md) describes how an event gets from one service to another.

| Event | Published by | Payload | Consumed by: effect |
|---|---|---|---|
`;

/** The text of docs/events.md. */
export function eventsPage(): string {
  const handlers = handlersByEvent();
  return introduction + eventTypes.map((type) => row(type, handlers)).join('');
}

function row(type: EventType, handlers: Map<string, string[]>): string {
  const { length } = Object.keys(consumers);
  const owners = eventOwners[type].length === length ? 'every service' : eventOwners[type].join(', ');
  const fields = Object.keys(eventCatalogue[type].shape).map((field) => `\`${field}\``);
  const effects = (handlers.get(type) ?? []).map(effect).join('<br>') || 'gateways only';
  return `| \`${type}\` | ${owners} | ${fields.join(', ')} | ${effects} |\n`;
}

/** A handler's file is named for its effect and its cause: `mail-owner-on-upload-completed.ts`. */
function effect(file: string): string {
  const service = file.split('/')[1] ?? '';
  const words = path
    .basename(file, '.ts')
    .replace(/-on-.*/, '')
    .replaceAll('-', ' ');
  return `${service}: [${words}](../${file})`;
}

/** Handler files by event, as paths relative to the root of the repository. */
function handlersByEvent(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const service of Object.keys(consumers)) {
    const folder = path.join('apps', service, 'src');
    const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
    for (const name of files.filter((file) => file.endsWith('.ts')).sort()) {
      const file = path.join(folder, name);
      for (const [, type = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(
        /@EventPattern(?:<\w+>)?\('([\w.]+)'/g,
      ))
        found.set(type, [...(found.get(type) ?? []), file]);
    }
  }
  return found;
}
