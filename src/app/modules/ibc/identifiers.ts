/** Validates names in IBC (ICS-24; ibc-go v10 24-host `validate.go`, 02-client `keys.go`). */
import { utf8 } from '../../../kernel/text.js';
import { ibcFailure } from './failure.js';

export const TENDERMINT = '07-tendermint';
export const LOCALHOST_CLIENT = '09-localhost';

const IDENTIFIER = /^[a-zA-Z0-9._+\-#[\]<>]+$/;
const MAX_LENGTH = 64;
const MAX_PORT_LENGTH = 128;

/** Returns what is wrong with a name. It is undefined when nothing is. */
type Check = (id: string) => string | undefined;

const ofLength =
  (least: number, most = MAX_LENGTH): Check =>
  (id) => {
    if (id.trim() === '') return 'identifier cannot be blank';
    if (id.includes('/')) return `identifier ${id} cannot contain separator '/'`;
    const { length } = utf8(id);
    if (length < least || length > most)
      return `identifier ${id} has invalid length: ${length}, must be between ${least}-${most} characters`;
    if (!IDENTIFIER.test(id))
      return `identifier ${id} must contain only alphanumeric or the following characters: '.', '_', '+', '-', '#', '[', ']', '<', '>'`;
    return undefined;
  };

export const channelProblem = ofLength(8);
export const portProblem = ofLength(2, MAX_PORT_LENGTH);

const throwing =
  (check: Check) =>
  (id: string): void => {
    const problem = check(id);
    if (problem !== undefined) throw ibcFailure('invalidIdentifier', problem);
  };

/** Checks a client id. Like the three checks below, it throws TxFailure. */
export const checkClientId = throwing(ofLength(4));
export const checkConnectionId = throwing(ofLength(10));
export const checkChannelId = throwing(channelProblem);
export const checkPortId = throwing(portProblem);

const MAX_UINT64 = (1n << 64n) - 1n;
const hasNumber = (id: string, pattern: RegExp): boolean => pattern.test(id) && numberOf(id) <= MAX_UINT64;

/** Returns the number at the end of a name. */
export const numberOf = (id: string): bigint => BigInt(id.slice(id.lastIndexOf('-') + 1));

export const isConnectionId = (id: string): boolean => hasNumber(id, /^connection-\d{1,20}$/);
export const isChannelId = (id: string): boolean => hasNumber(id, /^channel-\d{1,20}$/);

/** Returns `07-tendermint` for `07-tendermint-3`. It is undefined for a text that names no client. */
export function clientTypeOf(clientId: string): string | undefined {
  if (clientId === LOCALHOST_CLIENT) return clientId;
  return hasNumber(clientId, /^\w+([\w-]+\w)?-\d{1,20}$/) ? clientId.slice(0, clientId.lastIndexOf('-')) : undefined;
}

/** Matches a chain id whose last part is a revision number, which an upgrade may raise. */
const REVISION = /^.*[^\n-]-[1-9][0-9]*$/;

/** Returns the revision of a chain id. It is 0 where the id has none. */
export const revisionOf = (chainId: string): bigint => (REVISION.test(chainId) ? numberOf(chainId) : 0n);

/** Returns the chain id with another revision. An id without one does not change. */
export const withRevision = (chainId: string, revision: bigint): string =>
  REVISION.test(chainId) ? `${chainId.slice(0, chainId.lastIndexOf('-'))}-${revision}` : chainId;
