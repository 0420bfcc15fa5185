import type { RequestItem } from '@caredrop/contracts';
import { Text } from '@mantine/core';
import { copy } from '../copy.js';
import classes from './request-line.module.css';

/**
 * In a table row, shows which of several requested documents the row is about. Renders nothing for a request for one
 * document. A long label is cut off in a narrow column and shown in full on hover.
 */
export function RequestLine({ request }: { request: RequestItem | undefined }) {
  if (!request) return null;
  return (
    <Text component="div" c="dimmed" size="xs" className={classes.line} title={request.label}>
      <RequestWords request={request} />
    </Text>
  );
}

/** Shows the same inside a line of text. */
export const RequestWords = ({ request: { position, count, label } }: { request: RequestItem }) => (
  <>
    {copy.request(position, count)} · <bdi>{label}</bdi>
  </>
);
