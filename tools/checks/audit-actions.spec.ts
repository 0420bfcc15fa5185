import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { auditActions, mayRecord, type AuditAction } from '@caredrop/contracts';
import { isEventType } from '@caredrop/contracts/events';
import { root } from '../stack/paths.ts';
import { serviceNames } from '../stack/service-names.ts';

const sourcesOf = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.spec)\.ts$/.test(name) && !name.includes('generated'))
    .map((name) => readFileSync(path.join(root, folder, name), 'utf8'));

/** The actions that the code of a folder names; codes that are also types of events may mean the event. */
function namedIn(folder: string): AuditAction[] {
  const code = sourcesOf(folder).join('\n');
  return auditActions.filter((action) => !isEventType(action) && code.includes(`'${action}'`));
}

describe('the audit actions of each service', () => {
  it.each(serviceNames)('%s may record each action that its code names', (service) => {
    const named = namedIn(`apps/${service}/src`);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((action) => !mayRecord(service, action))).toEqual([]);
  });

  it('the code that services share names only the start of a service and operators’ actions', () => {
    const named = namedIn('libs/service-kit/src');
    expect(named).toEqual(['service.start', 'keys.rotate', 'keys.rewrap', 'events.replay']);
  });
});
