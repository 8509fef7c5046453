/** The applications on IBC, by the port that each is bound to (ibc-go `porttypes.Router`). */
import { TRANSFER_PORT } from '../../codec/ibc/transfer.js';
import { bridgeApp } from './cw20/bridge.js';
import { contractOf } from './cw20/port.js';
import type { IbcApp } from './ibc/app.js';
import { transferStack } from './transfer_stack.js';

/** Ports with an application of their own. */
export const ibcApps: ReadonlyMap<string, IbcApp> = new Map([[TRANSFER_PORT, transferStack]]);

/** Undefined for a port that nobody is bound to. Those of contracts share one. */
export const ibcAppOf = (portId: string): IbcApp | undefined =>
  contractOf(portId) === undefined ? ibcApps.get(portId) : bridgeApp;
