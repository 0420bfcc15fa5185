import { readFileSync } from 'node:fs';
import path from 'node:path';
import { configurationPage, settingsTable } from '../configuration/document.ts';
import { errorsPage } from '../configuration/errors-page.ts';
import { eventsPage } from '../configuration/events-page.ts';
import { secretSettings } from '../configuration/secret-settings.ts';
import { settingsFile, settingsFileOf } from '../configuration/settings-files.ts';
import { root } from '../stack/paths.ts';
import { processNames } from '../stack/service-names.ts';

const hint = 'run npm run configuration and commit what it wrote';

it('docs/configuration.md matches the schemas', async () => {
  const written = readFileSync(path.join(root, 'docs/configuration.md'), 'utf8');
  expect({ hint, page: written }).toEqual({ hint, page: await configurationPage(processNames) });
});

it('docs/events.md matches the event catalogue', () => {
  const written = readFileSync(path.join(root, 'docs/events.md'), 'utf8');
  expect({ hint, page: written }).toEqual({ hint, page: eventsPage() });
});

it('docs/errors.md matches the table of errors', () => {
  const written = readFileSync(path.join(root, 'docs/errors.md'), 'utf8');
  expect({ hint, page: written }).toEqual({ hint, page: errorsPage() });
});

describe.each([...processNames])('the settings of %s', (service) => {
  it('each setting is described where it is declared', async () => {
    const dumb = (await settingsTable(service)).filter(({ meaning }) => meaning === '');
    expect(dumb.map(({ name }) => name)).toEqual([]);
  });

  it('deploy/settings contains exactly the settings that are read', async () => {
    const written = readFileSync(settingsFile(service), 'utf8');
    expect({ hint, written }).toEqual({ hint, written: await settingsFileOf(service) });
  });

  it('deploy/settings contains no secrets', () => {
    const written = readFileSync(settingsFile(service), 'utf8');
    for (const name of secretSettings) expect(written).not.toMatch(new RegExp(`^${name}=`, 'm'));
  });
});
