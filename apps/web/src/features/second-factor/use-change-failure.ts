import { messages } from '@caredrop/contracts';
import { useState } from 'react';
import { isOutcomeUnknown } from '../../shared/api/api-error.js';
import { toast } from '../../shared/ui/toast.js';
import { isAboutField } from './rejection.js';

/**
 * Reports a failed change of the second factor, unless its form shows the error. `mayBeMade` stays true after a lost
 * response: once the change has been made, another try is refused.
 */
export function useChangeFailure() {
  const [mayBeMade, setMayBeMade] = useState(false);
  const failed = (error: unknown) => {
    if (isOutcomeUnknown(error)) setMayBeMade(true);
    else if (!isAboutField(error)) toast.failure(error, messages.secondFactor.changeFailed);
  };
  return { mayBeMade, failed };
}
