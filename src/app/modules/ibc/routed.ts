/** The application that a port belongs to. */

import { ibcAppOf } from '../ibc_apps.js';
import type { IbcApp } from './app.js';
import { ibcFailure } from './failure.js';

/** Throws TxFailure for a port that nobody is bound to. */
export function appOf(portId: string): IbcApp {
  const app = ibcAppOf(portId);
  if (app === undefined) throw ibcFailure('routeNotFound', `route not found to portID: ${portId}`);
  return app;
}

/** Throws TxFailure unless a proof is given. */
export function checkProof(proof: { readonly length: number }, what: string): void {
  if (proof.length === 0) throw ibcFailure('invalidProof', `cannot submit an empty ${what}`);
}
