import type { AuditEvent } from '../audit/record-audit-event.js';
import { command, said, type CommandResult, type Commands, type Env } from '../command/command.js';

/** The part of messaging's `DeadLetter` that is printed. */
interface DeadLetter {
  eventId: string | null;
  type: string | null;
  aggregateId: string | null;
  tries: number;
  reason: string;
  deadLetteredAt: string | null;
}

/** A service's dead-letter queue, opened for one command. */
interface DeadEvents {
  list(): Promise<DeadLetter[]>;
  /** Replays the events with the given ids, or all. Calls `onReplayed` for each, even if a later one fails. */
  replay(eventIds: string[] | undefined, onReplayed: () => void): Promise<unknown>;
  /** Audits the action. The entry is committed when this resolves. */
  record(event: AuditEvent): Promise<void>;
}

type WithDeadEvents = (
  env: Env | undefined,
  work: (dead: DeadEvents) => Promise<CommandResult>,
) => Promise<CommandResult>;

/** `events dead` and `events replay` of one service (docs/runbooks/events-dead-lettered.md). */
export const eventCommands = (service: string, withDead: WithDeadEvents): Commands => ({
  'events dead': command({
    about: 'Lists the events that this service could not handle (dead-lettered), oldest first.',
    run: ({ env }) => withDead(env, async (dead) => said(describe(service, await dead.list()))),
  }),
  'events replay': command({
    usage: '[<event id> …]',
    about: `Replays all dead-lettered events, or the given ones; effects of handled events are not repeated. Fix the cause
      first. Each replay is audited.`,
    run: ({ words, env }) =>
      withDead(env, async (dead) => {
        let count = 0;
        try {
          await dead.replay(words.length > 0 ? words : undefined, () => (count += 1));
        } finally {
          if (count > 0)
            await dead.record({ action: 'events.replay', actor: 'system', count, codes: [service] });
        }
        return said(`${service}: ${String(count)} replayed`);
      }),
  }),
});

function describe(service: string, deadLetters: DeadLetter[]): string {
  const lines = deadLetters.map(({ eventId, type, aggregateId, tries, reason, deadLetteredAt }) =>
    [
      `- ${eventId ?? 'without an id'}  ${type ?? 'malformed'}`,
      ...(aggregateId ? [`about ${aggregateId}`] : []),
      `${String(tries)} tries, ${deadLetteredAt ?? 'dead-lettered by the broker'}: ${reason}`,
    ].join('\n  '),
  );
  return [`${service}: ${String(deadLetters.length)} dead-lettered`, ...lines].join('\n');
}
