/** Maps ports to the applications on IBC that are bound to them (ibc-go `porttypes.Router`). */
import { TRANSFER_PORT } from '../../codec/ibc/transfer.js';
import { bridgeApp } from './cw20/bridge.js';
import { contractOf } from './cw20/port.js';
import type { IbcApp } from './ibc/app.js';
import { transferStack } from './transfer_stack.js';

/** Maps each port that has its own application. */
export const ibcApps: ReadonlyMap<string, IbcApp> = new Map([[TRANSFER_PORT, transferStack]]);

/**
 * Returns the application of a port. It is undefined for an unbound port. All ports of contracts share one application.
 */
export const ibcAppOf = (portId: string): IbcApp | undefined =>
  contractOf(portId) === undefined ? ibcApps.get(portId) : bridgeApp;
