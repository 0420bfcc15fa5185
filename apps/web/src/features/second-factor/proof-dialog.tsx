import { messages } from '@caredrop/contracts';
import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { proofRequests } from '../../shared/api/proof-requests.js';
import { useSession } from '../../shared/session/use-session.js';
import { toast } from '../../shared/ui/toast.js';

/**
 * Opens when the server requires a fresh proof before an action. The dialog is loaded on first use, so that no screen
 * has to load it. If it cannot be loaded, a message is shown and the action is abandoned, as if the user had cancelled.
 */
export function ProofDialog() {
  const open = useSyncExternalStore(proofRequests.subscribe, proofRequests.isOpen);
  const signedIn = useSession().status === 'signedIn';
  const [Ask, setAsk] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!open) return;
    if (!signedIn) return proofRequests.settle(false);
    const failed = () => {
      toast.error(messages.proof.failed);
      proofRequests.settle(false);
    };
    void import('./ask-for-proof.js').then(({ AskForProof }) => setAsk(() => AskForProof), failed);
  }, [open, signedIn]);
  return open && signedIn && Ask ? <Ask /> : null;
}
