import { Worklist } from '../../features/attention/worklist.js';
import { ChaseButton } from '../../features/tokens/chase-button.js';
import { useAttentionAction } from '../../features/tokens/use-attention-action.js';

/** /worklist */
export function Component() {
  const { action, element } = useAttentionAction();
  return (
    <>
      <Worklist
        action={action}
        bulkAction={(items, isTruncated) => <ChaseButton items={items} isTruncated={isTruncated} />}
      />
      {element}
    </>
  );
}
