import { readFileSync } from 'node:fs';
import path from 'node:path';
import { configurationPage, settingsTable } from '../configuration/document.ts';
import { eventsPage } from '../configuration/events-page.ts';
import { secretSettings } from '../configuration/secret-settings.ts';
import { settingsFile, settingsFileOf } from '../configuration/settings-files.ts';
import { root } from '../stack/paths.ts';
import { processNames } from '../stack/service-names.ts';

const hint = 'run npm run configuration and commit what it wrote';

it('docs/configuration.md says what the schemas say', async () => {
  const written = readFileSync(path.join(root, 'docs/configuration.md'), 'utf8');
  expect({ hint, page: written }).toEqual({ hint, page: await configurationPage(processNames) });
});

it('docs/events.md has every event with its publishers, payload and handlers', () => {
  const written = readFileSync(path.join(root, 'docs/events.md'), 'utf8');
  expect({ hint, page: written }).toEqual({ hint, page: eventsPage() });
});

describe.each([...processNames])('the settings of %s', (service) => {
  it('each have a meaning, written where they are checked', async () => {
    const dumb = (await settingsTable(service)).filter(({ meaning }) => meaning === '');
    expect(dumb.map(({ name }) => name)).toEqual([]);
  });

  it('have a line in deploy/settings, and no line that nothing reads', async () => {
    const written = readFileSync(settingsFile(service), 'utf8');
    expect({ hint, written }).toEqual({ hint, written: await settingsFileOf(service) });
  });

  it('keep secrets out of deploy/settings', () => {
    const written = readFileSync(settingsFile(service), 'utf8');
    for (const name of secretSettings) expect(written).not.toMatch(new RegExp(`^${name}=`, 'm'));
  });
});
