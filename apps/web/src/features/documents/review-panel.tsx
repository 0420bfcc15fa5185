import type { Document, ReviewState } from '@caredrop/contracts';
import { Button, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { formatExact, fullName } from '../../shared/lib/format.js';
import { ReviewBadge } from '../../shared/ui/badges.js';
import { Card, Section } from '../../shared/ui/page.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import { useReviewDocumentMutation } from './documents.api.js';

/** The review state of a document, who set it and when, and the buttons that change it. */
export function ReviewPanel({ document: { id, review, file_url } }: { document: Document }) {
  const [change, { isLoading }] = useReviewDocumentMutation();
  const state = useRef<HTMLDivElement>(null);
  const mark = async (wanted: ReviewState) => {
    const response = await change({ id, state: wanted, from: review.state });
    if (response.error) toast.serverFirst(response.error, copy.review.failed);
    // The button that was pressed may be gone.
    state.current?.focus();
  };
  const button = (label: string, wanted: ReviewState, variant = 'default') => (
    <Button fullWidth variant={variant} disabled={isLoading} onClick={() => void mark(wanted)}>
      {label}
    </Button>
  );
  const readable = file_url !== null;
  return (
    <Section title={copy.review.heading} action={<ReviewBadge state={review.state} />}>
      <Card>
        <Text ref={state} tabIndex={-1} role="status" style={{ outline: 'none' }}>
          {sentenceOf(review)} {!readable && review.state === 'new' && copy.review.impossible}
        </Text>
        <Stack gap={8} mt={12}>
          {readable && review.state === 'new' && button(copy.review.toReviewed, 'reviewed', 'light')}
          {readable && review.state !== 'filed' && button(copy.review.toFiled, 'filed')}
          {review.state !== 'new' && button(copy.review.undo, 'new', 'subtle')}
        </Stack>
      </Card>
    </Section>
  );
}

function sentenceOf({ state, by, at }: Document['review']): string {
  if (state === 'new' || by === null || at === null) return copy.review.states.new;
  return copy.review.states[state](fullName(by), formatExact(at));
}
