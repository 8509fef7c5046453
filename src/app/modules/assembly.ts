/** Assembles the modules and gives each what it needs of the others (SDK `app.go`). */
import type { PubKey } from '../../abci/application.js';
import { isDevTypeUrl } from '../../codec/dev/dev_tx.js';
import { TRANSFER_PORT } from '../../codec/ibc/transfer.js';
import type { KnownMessages } from '../../codec/protobuf/json.js';
import { readChainParams } from '../sdk/chain_params.js';
import type { MessageTypeOf, MessageTypes } from '../sdk/module/message.js';
import type { AnyModule } from '../sdk/module/module.js';
import { type Needing, withNeeds } from '../sdk/module/needs.js';
import type { WorkingState } from '../state/types.js';
import { consensusAddressOf } from '../types/consensus_key.js';
import { bridgeApp } from './cw20/bridge.js';
import { contractOf } from './cw20/contract.js';
import { withTokenPairs } from './erc20/ibc_middleware.js';
import type { IbcApp, IbcRouter, PayloadApp } from './ibc/app.js';
import { IBC_CHANNELS } from './ibc/channel/channels.js';
import { MODULES as DEFINITIONS } from './index.generated.js';
import { packetForward } from './packet_forward/app.js';
import { signingInfo, writeSigningInfo } from './slashing/store.js';
import { consensusText } from './staking/addresses.js';
import type { StakingHooks } from './staking/end_block.js';
import { transferApp } from './transfer/app.js';
import { payloadAppOf } from './transfer/payload_app.js';
import { sendTransfer } from './transfer/send.js';

interface ModuleNeeds {
  readonly messageTypeOf: MessageTypeOf;
  readonly knownMessages: () => KnownMessages;
  readonly ibcRouter: IbcRouter;
  readonly stakingHooks: StakingHooks;
}

const transferPairs: IbcApp = withTokenPairs(transferApp);
/** Wraps the transfer application in middleware (ibc-go calls the result a stack). */
const transferStack: IbcApp = packetForward(transferPairs, IBC_CHANNELS, sendTransfer);

/** Applications on IBC by the port that is bound to them (ibc-go `porttypes.Router`), except those of contracts. */
export const ibcApps: ReadonlyMap<string, IbcApp> = new Map([[TRANSFER_PORT, transferStack]]);

/**
 * Returns the application of a port. It is undefined for an unbound port. All ports of contracts share one application.
 */
const ibcAppOf = (portId: string): IbcApp | undefined =>
  contractOf(portId) === undefined ? ibcApps.get(portId) : bridgeApp;

/** Applications on IBC v2 by their port. */
export const payloadApps: ReadonlyMap<string, PayloadApp> = new Map([[TRANSFER_PORT, payloadAppOf(transferPairs)]]);

/**
 * Handles a validator that joins the set (SDK hook `AfterValidatorBonded`). One that was in the set before retains its
 * record, with the new start height.
 */
function beginSigning(state: WorkingState, pubKey: PubKey, height: bigint): void {
  const consensusAddress = consensusAddressOf(pubKey);
  const address = consensusText(consensusAddress, readChainParams(state).bech32Prefix);
  const fresh = { address, indexOffset: 0n, jailedUntil: 0n, tombstoned: false, missedBlocksCounter: 0n };
  writeSigningInfo(state, consensusAddress, {
    ...(signingInfo(state, consensusAddress) ?? fresh),
    startHeight: height,
  });
}

const NEEDS: ModuleNeeds = {
  messageTypeOf: (typeUrl) => (isDevTypeUrl(typeUrl) ? undefined : MESSAGE_TYPES.get(typeUrl)),
  knownMessages,
  ibcRouter: { channelApp: ibcAppOf, payloadApp: (portId) => payloadApps.get(portId) },
  stakingHooks: { afterValidatorBonded: beginSigning },
};

const definitions: readonly Needing<AnyModule, ModuleNeeds>[] = DEFINITIONS;

/** All modules, sorted by folder. */
export const MODULES: readonly AnyModule[] = withNeeds(definitions, NEEDS);

/** Message types of all modules, by type URL. */
export const MESSAGE_TYPES: MessageTypes = new Map(
  MODULES.flatMap(({ messages }) => messages.map((type) => [type.typeUrl, type])),
);

/** Returns the messages that an Any in messages and state may contain, by name. */
export function knownMessages(): KnownMessages {
  const inside = MODULES.flatMap(({ interfaces = {} }) => Object.values(interfaces).flat());
  const all = [...MESSAGE_TYPES.values()].map(({ message }) => message);
  return new Map([...all, ...inside].map((message) => [message.name, message]));
}
