/** IBC's failures: codespaces, codes and texts of ibc-go v10 (`types/errors.go` of each of its submodules). */
import { CodecError } from '../../../codec/codec_error.js';
import { type Awaitable, settle } from '../../../kernel/awaitable.js';
import { failure, moduleFailure, TxFailure } from '../../types/refusal.js';

const REASONS = {
  invalidClient: ['client', 3, 'light client is invalid'],
  clientNotFound: ['client', 4, 'light client not found'],
  consensusStateNotFound: ['client', 7, 'consensus state not found'],
  invalidConsensus: ['client', 8, 'invalid consensus state'],
  invalidClientType: ['client', 10, 'invalid client type'],
  invalidHeader: ['client', 12, 'invalid client header'],
  invalidMisbehaviour: ['client', 13, 'invalid light client misbehaviour'],
  updateClientFailed: ['client', 23, 'unable to update light client'],
  invalidRecoveryClient: ['client', 24, 'invalid recovery client'],
  invalidClientHeight: ['client', 26, 'invalid height'],
  invalidSubstitute: ['client', 27, 'invalid client state substitute'],
  clientNotActive: ['client', 29, 'client state is not active'],
  clientRouteNotFound: ['client', 32, 'light client module route not found'],
  invalidCounterparty: ['clientv2', 34, 'invalid counterparty'],
  counterpartyNotFound: ['clientv2', 35, 'counterparty not found'],
  connectionNotFound: ['connection', 3, 'connection not found'],
  invalidConnectionState: ['connection', 6, 'invalid connection state'],
  invalidConnectionCounterparty: ['connection', 7, 'invalid counterparty connection'],
  invalidConnectionVersion: ['connection', 9, 'invalid connection version'],
  versionNegotiationFailed: ['connection', 10, 'connection version negotiation failed'],
  invalidConnectionIdentifier: ['connection', 11, 'invalid connection identifier'],
  channelNotFound: ['channel', 3, 'channel not found'],
  invalidChannelState: ['channel', 5, 'invalid channel state'],
  invalidChannelOrdering: ['channel', 6, 'invalid channel ordering'],
  invalidChannelCounterparty: ['channel', 7, 'invalid counterparty channel'],
  sequenceSendNotFound: ['channel', 10, 'sequence send not found'],
  sequenceReceiveNotFound: ['channel', 11, 'sequence receive not found'],
  sequenceAckNotFound: ['channel', 12, 'sequence acknowledgement not found'],
  invalidPacket: ['channel', 13, 'invalid packet'],
  tooManyConnectionHops: ['channel', 15, 'too many connection hops'],
  invalidAcknowledgement: ['channel', 16, 'invalid acknowledgement'],
  acknowledgementExists: ['channel', 17, 'acknowledgement for packet already exists'],
  invalidChannelIdentifier: ['channel', 18, 'invalid channel identifier'],
  packetReceived: ['channel', 19, 'packet already received'],
  packetOutOfOrder: ['channel', 21, 'packet sequence is out of order'],
  timeoutNotReached: ['channel', 39, 'timeout not reached'],
  timeoutElapsed: ['channel', 40, 'timeout elapsed'],
  invalidPacketV2: ['channelv2', 2, 'invalid packet'],
  invalidPayload: ['channelv2', 3, 'invalid payload'],
  sequenceSendNotFoundV2: ['channelv2', 4, 'sequence send not found'],
  invalidAcknowledgementV2: ['channelv2', 5, 'invalid acknowledgement'],
  invalidTimeout: ['channelv2', 8, 'invalid packet timeout'],
  timeoutElapsedV2: ['channelv2', 9, 'timeout elapsed'],
  timeoutNotReachedV2: ['channelv2', 10, 'timeout not reached'],
  acknowledgementExistsV2: ['channelv2', 11, 'acknowledgement for packet already exists'],
  routeNotFound: ['port', 5, 'route not found'],
  invalidProof: ['commitment', 2, 'invalid proof'],
  invalidPrefix: ['commitment', 3, 'invalid prefix'],
  invalidMerkleProof: ['commitment', 4, 'invalid merkle proof'],
  invalidIdentifier: ['host', 2, 'invalid identifier'],
  invalidSequence: ['ibc', 1, 'invalid sequence'],
  unauthorized: ['ibc', 2, 'unauthorized'],
  unknownRequest: ['ibc', 4, 'unknown request'],
  invalidAddress: ['ibc', 5, 'invalid address'],
  invalidCoins: ['ibc', 6, 'invalid coins'],
  invalidRequest: ['ibc', 8, 'invalid request'],
  invalidHeight: ['ibc', 9, 'invalid height'],
  invalidVersion: ['ibc', 10, 'invalid version'],
  invalidType: ['ibc', 12, 'invalid type'],
  invalidChainId: ['07-tendermint', 2, 'invalid chain-id'],
  invalidTrustingPeriod: ['07-tendermint', 3, 'invalid trusting period'],
  invalidUnbondingPeriod: ['07-tendermint', 4, 'invalid unbonding period'],
  invalidHeaderHeight: ['07-tendermint', 5, 'invalid header height'],
  invalidTendermintHeader: ['07-tendermint', 6, 'invalid header'],
  invalidMaxClockDrift: ['07-tendermint', 7, 'invalid max clock drift'],
  processedTimeNotFound: ['07-tendermint', 8, 'processed time not found'],
  processedHeightNotFound: ['07-tendermint', 9, 'processed height not found'],
  delayPeriodNotPassed: ['07-tendermint', 10, 'packet-specified delay period has not been reached'],
  trustingPeriodExpired: ['07-tendermint', 11, 'time since latest trusted state has passed the trusting period'],
  invalidProofSpecs: ['07-tendermint', 13, 'invalid proof specs'],
  invalidValidatorSet: ['07-tendermint', 14, 'invalid validator set'],
  invalidTrustLevel: ['07-tendermint', 15, 'invalid trust level'],
} as const satisfies Readonly<Record<string, readonly [codespace: string, code: number, text: string]>>;

export type IbcReason = keyof typeof REASONS;

/** Makes a failure. `text` precedes the reason's own text. */
export function ibcFailure(reason: IbcReason, text?: string): TxFailure {
  const [codespace, code, own] = REASONS[reason];
  return moduleFailure(codespace, code, text === undefined ? own : `${text}: ${own}`);
}

/** Makes a failure for which ibc-go registers no reason. Go's plain error is the SDK's code 1 of `undefined`. */
export const plainFailure = (text: string): TxFailure => moduleFailure('undefined', 1, text);

/** Runs `act`. A failure's text gets the prefix `what`, which names the step. */
export function within<T>(what: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw withContext(what, error);
  }
}

/** Does the same for an asynchronous `act`. */
export const withinLater = <T>(what: string, act: () => Awaitable<T>): Awaitable<T> =>
  settle(
    act,
    (answer) => answer,
    (error) => {
      throw withContext(what, error);
    },
  );

const withContext = (what: string, error: unknown): unknown =>
  error instanceof TxFailure ? new TxFailure({ ...error.refusal, log: `${what}: ${error.refusal.log}` }) : error;

/** Decodes bytes. Undecodable bytes are a failure of the transaction, which `refused` makes. */
export function decoded<T>(read: () => T, refused: (problem: string) => TxFailure = undecodable): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof CodecError) throw refused(error.message);
    throw error;
  }
}

const undecodable = (problem: string): TxFailure => failure('txParseError', problem);
