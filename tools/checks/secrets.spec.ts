import { composeSecrets } from '../deploy/production-secrets.mjs';
import { definitionsFrom, missingFrom, readDotEnv } from '../deploy/dot-env.mjs';
import { makeSecrets } from '../stack/secrets.ts';
import { serviceNames } from '../stack/service-names.ts';

type Values = Record<string, string>;

const dotEnv = (values: Values) =>
  Object.entries(values)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');

/** An `.env` as 0.1.0 wrote it: with one broker user, and without `SERVICE_KEYS`. */
function olderEnv(made = makeSecrets()): Values {
  const values = composeSecrets(made);
  const added = /^SERVICE_KEYS$|_RABBITMQ_PASSWORD$/;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !added.test(name)));
}

test('a written .env reads back unchanged', () => {
  const values = composeSecrets(makeSecrets());
  expect(readDotEnv(`# a comment\n${dotEnv(values)}\nPUBLIC_URL=http://localhost:8080\n`)).toEqual({
    ...values,
    PUBLIC_URL: 'http://localhost:8080',
  });
});

test('an older .env gets its missing values, with the public keys of its identities', () => {
  const made = makeSecrets();
  const added = missingFrom(olderEnv(made));
  const passwords = serviceNames.map((name) => `${name.toUpperCase()}_RABBITMQ_PASSWORD`);
  expect(Object.keys(added).toSorted()).toEqual([...passwords, 'SERVICE_KEYS'].toSorted());
  expect(JSON.parse(added.SERVICE_KEYS ?? '')).toEqual(
    Object.fromEntries(serviceNames.map((name) => [name, [made.identities[name].publicKey]])),
  );
  expect(added.SERVICE_KEYS).not.toContain('"d"');
});

test('a complete .env needs no additions', () => {
  expect(missingFrom(composeSecrets(makeSecrets()))).toEqual({});
});

test('the broker definitions contain a user for each service and no plain-text password', () => {
  const values = composeSecrets(makeSecrets());
  const text = JSON.stringify(definitionsFrom(values));
  for (const service of serviceNames) expect(text).toContain(`"caredrop-${service}"`);
  const passwords = Object.entries(values).filter(([name]) => name.endsWith('RABBITMQ_PASSWORD'));
  expect(passwords).toHaveLength(serviceNames.length + 1);
  for (const [, password] of passwords) expect(text).not.toContain(password);
});

test('an .env without a broker password is refused, naming it', () => {
  expect(() => definitionsFrom(olderEnv())).toThrow('GATEWAY_RABBITMQ_PASSWORD is not in .env');
});
