/** Shares checks between messages of IBC: the application of a port, and the presence of a proof. */
import type { IbcApp, IbcRouter } from './app.js';
import { ibcFailure } from './failure.js';

/** Returns the application that a port is bound to. Throws TxFailure for a port without one. */
export function appOf(router: IbcRouter, portId: string): IbcApp {
  const app = router.channelApp(portId);
  if (app === undefined) throw ibcFailure('routeNotFound', `route not found to portID: ${portId}`);
  return app;
}

/** Throws TxFailure unless a proof is given. */
export function checkProof(proof: { readonly length: number }, what: string): void {
  if (proof.length === 0) throw ibcFailure('invalidProof', `cannot submit an empty ${what}`);
}
