/**
 * Reports what the host does to a simulated network: commands, replies of the application, snapshots and restores.
 * Together with the options of the network they determine everything that happens in it. Reporting changes nothing.
 */
import type { AbciReply } from '../consensus/input.js';
import type { Command } from './apply_command.js';
import type { NodeAbciCall } from './progress.js';
import type { SimNetworkSnapshot } from './snapshot.js';

interface At {
  /** Events that happened before. A restore sets the count to that of the snapshot. */
  readonly afterEvents: number;
}

export type NetworkInput =
  | (At & { readonly type: 'command'; readonly command: Command })
  | (At & { readonly type: 'reply'; readonly call: NodeAbciCall | undefined; readonly reply: AbciReply })
  | (At & { readonly type: 'snapshot'; readonly snapshot: SimNetworkSnapshot })
  | (At & { readonly type: 'restore'; readonly snapshot: SimNetworkSnapshot });

/** Receives each input before it takes effect. A snapshot is reported when it has been taken. It must not throw. */
export type InputListener = (input: NetworkInput) => void;
