/**
 * Detects misbehaviour, which freezes a client: headers of its chain that cannot both be honest (ibc-go v10
 * 07-tendermint `misbehaviour*.go`).
 */
import type { ClientHeader, ClientMisbehaviour, ClientState } from '../../../../codec/ibc/tendermint.js';
import { ConsensusState } from '../../../../codec/ibc/tendermint.js';
import { verifyCommitLight, verifyCommitLightTrusting } from '../../../../consensus/types/commit_light.js';
import { equalBytes } from '../../../../kernel/bytes.js';
import type { MessageContext } from '../../../sdk/module/message.js';
import { ibcFailure, within } from '../failure.js';
import { compareHeights, heightText } from '../height.js';
import { checkClientId, withRevision } from '../identifiers.js';
import { consensusStateOf, type LightHeader, readLightHeader } from './header.js';
import { consensusHeights, readConsensusState } from './store.js';
import { trustedValidatorsOf, verifySignature } from './verify_header.js';

export interface HeaderPair {
  readonly first: LightHeader;
  readonly second: LightHeader;
}

/** Decodes the two headers and validates them by themselves. Throws TxFailure. */
export function readMisbehaviour({ clientId, header1, header2 }: ClientMisbehaviour): HeaderPair {
  const [first, second] = [readOne('Header1', 'header 1', header1), readOne('Header2', 'header 2', header2)];
  if (first.header.chainId !== second.header.chainId)
    throw ibcFailure('invalidMisbehaviour', 'headers must have identical chainIDs');
  within('misbehaviour client ID is invalid', () => checkClientId(clientId));
  if (compareHeights(first.height, second.height) < 0)
    throw ibcFailure(
      'invalidMisbehaviour',
      `Header1 height is less than Header2 height (${heightText(first.height)} < ${heightText(second.height)})`,
    );
  for (const light of [first, second]) checkOwnCommit(light);
  return { first, second };
}

function readOne(name: string, place: string, header: ClientHeader | undefined): LightHeader {
  if (header === undefined) throw ibcFailure('invalidTendermintHeader', `misbehaviour ${name} cannot be nil`);
  if (header.trustedHeight.revisionHeight === 0n)
    throw ibcFailure('invalidHeaderHeight', `misbehaviour ${name} cannot have zero revision height`);
  if (header.trustedValidators.length === 0)
    throw ibcFailure('invalidValidatorSet', `trusted validator set in ${name} cannot be empty`);
  return within(`${place} failed validation`, () => readLightHeader(header));
}

function checkOwnCommit({ header, commit, validatorSet }: LightHeader): void {
  const { chainId } = header;
  if (verifyCommitLight(chainId, validatorSet, commit.blockId, commit.height, commit, verifySignature) !== undefined)
    throw ibcFailure('invalidMisbehaviour', 'validator set did not commit to header');
}

/** Verifies that the client would have accepted both headers. Throws TxFailure when it would not. */
export function verifyMisbehaviour(
  context: MessageContext,
  clientId: string,
  client: ClientState,
  { first, second }: HeaderPair,
): void {
  verifyOne(context, clientId, client, first, 'Header1');
  verifyOne(context, clientId, client, second, 'Header2');
}

function verifyOne(
  { state, block }: MessageContext,
  clientId: string,
  client: ClientState,
  light: LightHeader,
  name: string,
): void {
  const { commit, height, trustedHeight } = light;
  const trusted = readConsensusState(state, clientId, trustedHeight);
  if (trusted === undefined)
    throw ibcFailure(
      'consensusStateNotFound',
      `could not get trusted consensus state from clientStore for ${name} at TrustedHeight: ${heightText(trustedHeight)}`,
    );
  within(`verifying ${name} in Misbehaviour failed`, () => {
    const validators = trustedValidatorsOf(light, trusted);
    const age = block.time - trusted.timestamp;
    if (age >= client.trustingPeriod)
      throw ibcFailure(
        'trustingPeriodExpired',
        `current timestamp minus the latest consensus state timestamp is greater than or equal to the trusting period (${age} >= ${client.trustingPeriod})`,
      );
    const chainId = withRevision(client.chainId, height.revisionNumber);
    const problem = verifyCommitLightTrusting(chainId, validators, commit, client.trustLevel, verifySignature);
    if (problem !== undefined)
      throw ibcFailure(
        'invalidMisbehaviour',
        `validator set in header has too much change from trusted validator set: ${problem.text}`,
      );
  });
}

/**
 * Returns true for two different blocks of one height, or when the header of the greater height does not have the later
 * time.
 */
export function isMisbehaviour({ first, second }: HeaderPair): boolean {
  if (compareHeights(first.height, second.height) !== 0) return first.header.time <= second.header.time;
  return !equalBytes(first.commit.blockId.hash, second.commit.blockId.hash);
}

/**
 * Returns true if a verified header contradicts what the client knows: another header of its height, or a time out of
 * order.
 */
export function isConflicting(
  { state }: MessageContext,
  clientId: string,
  client: ClientState,
  light: LightHeader,
): boolean {
  const own = consensusStateOf(light);
  const known = readConsensusState(state, clientId, light.height);
  if (known !== undefined) return !equalBytes(ConsensusState.encode(known), ConsensusState.encode(own));
  // Nothing follows the newest height, so the usual update need not read all heights.
  if (compareHeights(light.height, client.latestHeight) > 0) {
    const newest = readConsensusState(state, clientId, client.latestHeight);
    if (newest !== undefined) return newest.timestamp >= own.timestamp;
  }
  let before: ConsensusState | undefined;
  for (const height of consensusHeights(state, clientId)) {
    const other = readConsensusState(state, clientId, height);
    if (compareHeights(height, light.height) > 0) {
      if (other !== undefined && other.timestamp <= own.timestamp) return true;
      break;
    }
    before = other;
  }
  return before !== undefined && before.timestamp >= own.timestamp;
}
