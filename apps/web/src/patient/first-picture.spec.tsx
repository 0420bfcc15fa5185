import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fillPlaceholders } from '../../vite/fill-placeholders.js';
import { english, renderWith } from './testing/english.js';
import { Shell } from './ui/shell.js';
import { Validating } from './ui/validating.js';

const written = new DOMParser().parseFromString(
  fillPlaceholders(readFileSync(path.join(import.meta.dirname, '../../upload.html'), 'utf8'), english),
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

it('upload.html already contains the markup that the page shows while it checks the link', () => {
  const { container } = renderWith(
    <Shell clinicName={null} checking withContact={false}>
      <Validating />
    </Shell>,
  );
  const [drawn, standing] = [container.firstElementChild!, written.querySelector('#root > *')!];
  expect(outline(standing)).toEqual(outline(drawn));
});

it('upload.html shows only the clinic name and that the link is being checked', () => {
  const words = written.getElementById('root')!.textContent.replace(/\s+/g, ' ').trim();
  expect(words).toBe('Your clinic Validating upload token...');
});
