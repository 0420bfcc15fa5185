import type { TokenDetails } from '@caredrop/contracts';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatExact } from '../../shared/lib/format.js';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import { problemCopy as copy } from './problem-copy.js';
import { useCloseProblemMutation } from './token-changes.api.js';

interface Props {
  id: string;
  problem: NonNullable<TokenDetails['problem']>;
  comment: string | undefined;
}

/** What the patient reported instead of a document, and the button that marks the report as done. */
export function ProblemNotice({ id, problem, comment }: Props) {
  const [close, { isLoading }] = useCloseProblemMutation();
  const done = async () => {
    const response = await close({ id, reported_at: problem.reported_at });
    if (response.error) return toast.serverFirst(response.error, copy.closeFailed);
    toast.success(copy.closed, { after: copy.closeFailed });
  };
  return (
    <Notice
      tone="warning"
      action={
        <BusyButton
          busy={isLoading}
          label={copy.done}
          loadingLabel={copy.closing}
          onClick={() => void done()}
        />
      }
    >
      <Report problem={problem} comment={comment}>
        {problem.reason === 'not_mine' ? copy.noReminders : copy.noReply}
      </Report>
    </Notice>
  );
}

/** The reason, the comment and the time of a report, followed by a sentence about what happens next. */
export function Report({
  problem,
  comment,
  children,
}: Omit<Props, 'id'> & {
  children: ReactNode;
}) {
  return (
    <>
      <Text fw={600}>{copy.reasons[problem.reason]}</Text>
      {comment && (
        <Text dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {copy.comment(comment)}
        </Text>
      )}
      <Text size="sm">
        {copy.reportedOn(formatExact(problem.reported_at))} {children}
      </Text>
    </>
  );
}
