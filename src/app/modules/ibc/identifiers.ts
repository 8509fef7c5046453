/** Names in IBC, and what they must be made of (ICS-24; ibc-go v10 24-host `validate.go`, 02-client `keys.go`). */
import { utf8 } from '../../../kernel/text.js';
import { ibcFailure } from './failure.js';

export const TENDERMINT = '07-tendermint';
export const LOCALHOST_CLIENT = '09-localhost';

const IDENTIFIER = /^[a-zA-Z0-9._+\-#[\]<>]+$/;
const MAX_LENGTH = 64;
const MAX_PORT_LENGTH = 128;

/** What is wrong with a name; undefined when nothing is. */
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

/** Throw TxFailure. */
export const checkClientId = throwing(ofLength(4));
export const checkConnectionId = throwing(ofLength(10));
export const checkChannelId = throwing(channelProblem);
export const checkPortId = throwing(portProblem);

const MAX_UINT64 = (1n << 64n) - 1n;
const hasNumber = (id: string, pattern: RegExp): boolean => pattern.test(id) && numberOf(id) <= MAX_UINT64;

/** The number that a name ends in. */
export const numberOf = (id: string): bigint => BigInt(id.slice(id.lastIndexOf('-') + 1));

export const isConnectionId = (id: string): boolean => hasNumber(id, /^connection-\d{1,20}$/);
export const isChannelId = (id: string): boolean => hasNumber(id, /^channel-\d{1,20}$/);

/** `07-tendermint` of `07-tendermint-3`; undefined for what names no client. */
export function clientTypeOf(clientId: string): string | undefined {
  if (clientId === LOCALHOST_CLIENT) return clientId;
  return hasNumber(clientId, /^\w+([\w-]+\w)?-\d{1,20}$/) ? clientId.slice(0, clientId.lastIndexOf('-')) : undefined;
}

/** A chain's id whose last part is a number that an upgrade may raise. */
const REVISION = /^.*[^\n-]-[1-9][0-9]*$/;

/** 0 where the id has none. */
export const revisionOf = (chainId: string): bigint => (REVISION.test(chainId) ? numberOf(chainId) : 0n);

/** The same chain in another revision; an id without one stays as it is. */
export const withRevision = (chainId: string, revision: bigint): string =>
  REVISION.test(chainId) ? `${chainId.slice(0, chainId.lastIndexOf('-'))}-${revision}` : chainId;
