/** Creates and updates light clients as a relayer does: a client is created from a header and updated by later ones. */
import type { Any } from '../codec/cosmos/base.js';
import { MsgCreateClient, MsgUpdateClient } from '../codec/ibc/client.js';
import { ClientHeader, ClientState, ConsensusState } from '../codec/ibc/tendermint.js';
import { SDK_SPECS } from '../codec/merkle/ics23_spec.js';
import { NANOS_PER_SECOND, type UnixNanos } from '../kernel/time.js';
import { anyOf } from './message_of.js';
import { heightOn } from './paths.js';
import { readClient, readConsensus } from './read.js';
import type { IbcView, RelayChain } from './types.js';

/**
 * Farthest that a header's time may be ahead of the clock of the chain that verifies it. Relayers commonly use this
 * value.
 */
const MAX_CLOCK_DRIFT = 40n * NANOS_PER_SECOND;
const NOT_FROZEN = { revisionNumber: 0n, revisionHeight: 0n };

/** Refreshes a client when a third of its trusting period has passed, which is Hermes's default `refresh_rate`. */
const REFRESHES_IN_PERIOD = 3n;

/** Returns two thirds of the unbonding period in nanoseconds, which is the usual choice of relayers. */
const trustingPeriodFor = (of: RelayChain): bigint => (of.unbondingPeriod * 2n) / 3n;

/** Reports whether a header of that time is recent for a client on `on` with that trusting period. */
export const isRecent = (on: RelayChain, time: UnixNanos, trustingPeriod: bigint): boolean =>
  (on.nextTime - time) * REFRESHES_IN_PERIOD <= trustingPeriod;

/** Reports whether the newest header of `of` is recent for a client that is created on `on` now. */
export const hasRecentHeader = (on: RelayChain, of: RelayChain): boolean =>
  isRecent(on, of.header(of.height).time, trustingPeriodFor(of));

/** Returns the message that creates a client on `on` from the newest header of `of`. `trustingPeriod` is in nanoseconds. */
export function createClient(on: RelayChain, of: RelayChain, trustingPeriod = trustingPeriodFor(of)): Any {
  const { time, appHash, nextValidatorsHash } = of.header(of.height);
  const state: ClientState = {
    chainId: of.id,
    trustLevel: { numerator: 1n, denominator: 3n },
    trustingPeriod,
    unbondingPeriod: of.unbondingPeriod,
    maxClockDrift: MAX_CLOCK_DRIFT,
    frozenHeight: NOT_FROZEN,
    latestHeight: heightOn(of.id, of.height),
    proofSpecs: SDK_SPECS,
    upgradePath: ['upgrade', 'upgradedIBCState'],
    allowUpdateAfterExpiry: false,
    allowUpdateAfterMisbehaviour: false,
  };
  return anyOf(MsgCreateClient, {
    clientState: anyOf(ClientState, state),
    consensusState: anyOf(ConsensusState, { timestamp: time, root: { hash: appHash }, nextValidatorsHash }),
    signer: on.signer,
  });
}

/**
 * Returns the messages that update the client on `on` to the newest height of `of`, or no messages when it has that
 * height. Returns undefined for a client that is frozen, expired, unknown or of another chain, or whose trusted
 * validator set is not known.
 */
export function updateClient(on: RelayChain, of: RelayChain, clientId: string): readonly Any[] | undefined {
  const view = on.at(on.height);
  const client = usableClient(on, view, clientId);
  if (client?.chainId !== of.id) return undefined;
  if (readConsensus(view, clientId, heightOn(of.id, of.height)) !== undefined) return [];
  const { latestHeight } = client;
  if (latestHeight.revisionHeight >= of.height) return undefined;
  const trusted = readConsensus(view, clientId, latestHeight);
  const trustedValidators =
    trusted && of.trustedValidators(latestHeight.revisionHeight + 1n, trusted.nextValidatorsHash);
  if (trustedValidators === undefined) return undefined;
  const header = ClientHeader.encode({
    signedHeader: of.signedHeader(of.height),
    validatorSet: of.validatorSet(of.height),
    trustedHeight: latestHeight,
    trustedValidators,
  });
  return [
    anyOf(MsgUpdateClient, {
      clientId,
      clientMessage: { typeUrl: ClientHeader.typeUrl, value: header },
      signer: on.signer,
    }),
  ];
}

/** Returns the client's state when the client will be neither frozen nor expired in the next block of its chain. */
export function usableClient(on: RelayChain, view: IbcView, clientId: string): ClientState | undefined {
  const client = readClient(view, clientId);
  if (client === undefined || client.frozenHeight.revisionHeight > 0n) return undefined;
  const newest = readConsensus(view, clientId, client.latestHeight);
  if (newest === undefined || newest.timestamp + client.trustingPeriod <= on.nextTime) return undefined;
  return client;
}
