import { readFileSync } from 'node:fs';
import path from 'node:path';
import { render } from '@testing-library/react';
import { Shell } from './ui/shell.js';
import { Validating } from './ui/validating.js';

const written = new DOMParser().parseFromString(
  readFileSync(path.join(import.meta.dirname, '../../upload.html'), 'utf8'),
  'text/html',
);

/** Elements, attributes and text, without white space. */
function outline(element: Element): unknown {
  const attributes = [...element.attributes]
    .map(({ name, value }) => `${name}=${value}`)
    .filter((one) => one !== 'id=starting');
  const children = [...element.children].map(outline);
  return [
    element.localName,
    ...attributes.sort(),
    ...(children.length > 0 ? children : [element.textContent.trim()]),
  ];
}

it('upload.html already shows what the page draws while it checks the link, so that nothing moves', () => {
  const { container } = render(
    <Shell clinicName="Your clinic" checking>
      <Validating />
    </Shell>,
  );
  const [drawn, standing] = [container.firstElementChild!, written.querySelector('#root > *')!];
  expect(outline(standing)).toEqual(outline(drawn));
});

it('the first picture says nothing about the link, and no heading waits to be replaced', () => {
  const words = written.getElementById('root')!.textContent.replace(/\s+/g, ' ').trim();
  expect(words).toBe('Your clinic Validating upload token...');
});
